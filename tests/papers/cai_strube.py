"""Figures printed in Cai and Strube (2010), Evaluation Metrics For End-to-End Coreference Resolution Systems."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """Precision, recall and F of one metric for one key and response."""

    place: str
    key: str
    response: str
    metric: str
    precision: float
    recall: float
    f1: float


CEAF_ORIG, CEAF_RN, CEAF_SYS, PHI4 = "ceafm", "ceafm-rn", "ceafm-sys", "ceafe-sys"

SYSTEMS: dict[tuple[str, str, str], dict[str, tuple[float, float, float]]] = {
    ("Table 1, system 1", "abc", "abd"): {
        "b3-0": (1.0, 0.444, 0.615),
        "b3-all": (0.556, 0.556, 0.556),
        "b3-rn": (0.556, 0.556, 0.556),
        "b3-sys": (0.667, 0.556, 0.606),
        CEAF_SYS: (0.5, 0.667, 0.572),
    },
    ("Table 1, system 2", "abc", "abde"): {
        "b3-0": (1.0, 0.444, 0.615),
        "b3-all": (0.375, 0.556, 0.448),
        "b3-rn": (0.375, 0.556, 0.448),
        "b3-sys": (0.5, 0.556, 0.527),
        CEAF_SYS: (0.4, 0.667, 0.500),
    },
    ("Table 2, system 1", "abc", "abd"): {
        "b3-all": (0.556, 0.556, 0.556),
        "b3-rn": (0.556, 0.556, 0.556),
        "b3-sys": (0.667, 0.556, 0.606),
        CEAF_SYS: (0.5, 0.667, 0.572),
    },
    ("Table 2, system 2", "abc", "abd c"): {
        "b3-all": (0.667, 0.556, 0.606),
        "b3-rn": (0.667, 0.556, 0.606),
        "b3-sys": (0.667, 0.556, 0.606),
        CEAF_SYS: (0.5, 0.667, 0.572),
    },
    ("Table 3, system 1", "ab", "abd"): {
        "b3-all": (0.556, 1.0, 0.715),
        "b3-rn": (0.556, 1.0, 0.715),
        "b3-sys": (0.556, 1.0, 0.715),
        CEAF_SYS: (0.667, 1.0, 0.800),
    },
    ("Table 3, system 2", "ab", "abd i j k"): {
        "b3-all": (0.778, 1.0, 0.875),
        "b3-rn": (0.556, 1.0, 0.715),
        "b3-sys": (0.556, 1.0, 0.715),
        CEAF_SYS: (0.667, 1.0, 0.800),
    },
    ("Table 4, system 1", "abc", "ab c i j"): {
        CEAF_ORIG: (0.4, 0.667, 0.500),
        "b3-sys": (1.0, 0.556, 0.715),
        CEAF_SYS: (0.667, 0.667, 0.667),
    },
    ("Table 4, system 2", "abc", "ab ij c"): {
        CEAF_ORIG: (0.4, 0.667, 0.500),
        "b3-sys": (0.8, 0.556, 0.656),
        CEAF_SYS: (0.6, 0.667, 0.632),
    },
    ("Table 5, system 1", "abc", "ab ij kl c"): {
        CEAF_RN: (0.286, 0.667, 0.400),
        "b3-sys": (0.714, 0.556, 0.625),
        CEAF_SYS: (0.571, 0.667, 0.615),
    },
    ("Table 5, system 2", "abc", "ab ijkl c"): {
        CEAF_RN: (0.286, 0.667, 0.400),
        "b3-sys": (0.571, 0.556, 0.563),
        CEAF_SYS: (0.429, 0.667, 0.522),
    },
    ("Table 6, system 1", "abc", "ab c i j"): {PHI4: (0.4, 0.8, 0.533), CEAF_SYS: (0.667, 0.667, 0.667)},
    ("Table 6, system 2", "abc", "ab ij c"): {PHI4: (0.489, 0.8, 0.607), CEAF_SYS: (0.6, 0.667, 0.632)},
    ("section 2.2.2, worked example", "abc", "abd ij"): {"b3-sys": (0.611, 0.556, 0.582)},
    ("section 2.3, worked example", "abc", "abd"): {CEAF_ORIG: (0.667, 0.667, 0.667)},
}

# Tables 12 to 15: B³-sys of one key and four responses each.
APPENDIX: dict[str, dict[str, tuple[float, float, float]]] = {
    "Table 12": {
        "ab ij": (0.857, 0.280, 0.422),
        "abc ij": (0.857, 0.440, 0.581),
        "abcd ij": (0.857, 0.68, 0.784),
        "abcde ij": (0.857, 1.0, 0.923),
    },
    "Table 13": {
        "abc ij": (0.857, 0.440, 0.581),
        "abc ijk": (0.75, 0.440, 0.555),
        "abc ijkl": (0.667, 0.440, 0.530),
        "abc ijklm": (0.6, 0.440, 0.508),
    },
    "Table 14": {
        "abij": (0.643, 0.280, 0.390),
        "abcij": (0.6, 0.440, 0.508),
        "abcdij": (0.571, 0.68, 0.621),
        "abcdeij": (0.551, 1.0, 0.711),
    },
    "Table 15": {
        "abcij": (0.6, 0.440, 0.508),
        "abcijk": (0.5, 0.440, 0.468),
        "abcijkl": (0.429, 0.440, 0.434),
        "abcijklm": (0.375, 0.440, 0.405),
    },
}

ROWS = [
    *(
        Row(place, key, response, metric, *figures)
        for (place, key, response), metrics in SYSTEMS.items()
        for metric, figures in metrics.items()
    ),
    *(
        Row(f"{table}, response {number}", "abcde", response, "b3-sys", *figures)
        for table, responses in APPENDIX.items()
        for number, (response, figures) in enumerate(responses.items(), start=1)
    ),
]

# Tables 8 to 11, on ACE 2004, which is not here: recall, precision and F in percent, as they hang together.
EXPERIMENTS = {
    "Table 8, MUC, SM1": (51.7, 53.1, 52.4),
    "Table 8, MUC, SM2": (49.1, 69.9, 57.7),
    "Table 9, B³-sys, SM1": (65.7, 76.8, 70.8),
    "Table 9, B³-sys, SM2": (64.1, 87.3, 73.9),
    "Table 9, B³-0, SM1": (57.0, 91.1, 70.1),
    "Table 9, B³-0, SM2": (54.7, 91.3, 68.4),
    "Table 9, B³-all, SM1": (65.1, 85.8, 74.0),
    "Table 9, B³-all, SM2": (64.3, 87.1, 73.9),
    "Table 9, B³-r&n, SM1": (65.1, 78.7, 71.2),
    "Table 9, B³-r&n, SM2": (64.3, 84.9, 73.2),
    "Table 10, CEAF-sys, SM1": (66.4, 61.2, 63.7),
    "Table 10, CEAF-sys, SM2": (67.4, 65.2, 66.3),
    "Table 10, CEAF-orig, SM1": (62.0, 39.9, 48.5),
    "Table 10, CEAF-orig, SM2": (60.0, 56.6, 58.2),
    "Table 10, CEAF-r&n, SM1": (62.1, 59.8, 60.9),
    "Table 10, CEAF-r&n, SM2": (60.0, 66.2, 62.9),
    "Table 11, B³-sys, Bengtson": (66.1, 81.9, 73.1),
    "Table 11, B³-0, Bengtson": (69.5, 74.7, 72.0),
}

# What the formulas give where the paper prints something else.
MISPRINTED_F1 = {"Table 12, response 3": 0.758}
