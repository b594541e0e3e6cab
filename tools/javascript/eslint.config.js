// The files of the page are put together in one scope: names of one file are used in others, which TypeScript checks.
import js from "@eslint/js";

export default [
  js.configs.recommended,
  {
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: 2023, sourceType: "script" },
    rules: {
      "no-undef": "off",
      "no-unused-vars": ["error", { vars: "local" }],
      "no-redeclare": "off",
      complexity: ["error", 14],
      eqeqeq: "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-restricted-properties": [
        "error",
        ...["innerHTML", "outerHTML", "insertAdjacentHTML", "setHTMLUnsafe"].map((property) => ({
          property,
          message: "Text of files must never become markup.",
        })),
      ],
      "no-shadow": ["error", { builtinGlobals: false, allow: ["model", "text", "page"] }],
      "no-var": "error",
      "no-restricted-syntax": ["error", "CallExpression[callee.object.name='document'][callee.property.name='write']"],
    },
  },
];
