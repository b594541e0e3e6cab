// The data of the page, as Python writes it (report/summary.py, report/document_data.py). Only for checking types.

type Rates = [number | null, number | null, number | null];
type SideName = "key" | "response";
type ViewName = "together" | "side" | "alignment";

interface Metric {
  name: string;
  title: string;
  about: string;
}
interface Kind {
  name: string;
  title: string;
  taxonomy: string;
  meaning: string;
}
interface CostlyEntity {
  document: number;
  side: SideName;
  entity: number;
  text: string;
  size: number;
  right: number;
  cost: number;
}
interface SystemSummary {
  name: string;
  about: string;
  signature: string;
  short_signature: string;
  scores: Rates[];
  families: Record<string, Rates>[];
  intervals: ([number, number] | null)[];
  marks: string[];
  p: (number | null)[];
  counts: { key: number; response: number; shared: number; right: number };
  errors: number[][];
  prices: [string, number, (number | null)[]][];
  entities: CostlyEntity[];
}
interface DocumentSummary {
  name: string;
  title: string;
  mentions: number;
  scores: ((number | null)[] | null)[];
  here: boolean;
}
interface EntityDifference {
  document: number;
  entity: number;
  text: string;
  size: number;
  costs: number[];
}
interface Report {
  title: string;
  single: boolean;
  asked?: boolean;
  notice?: string;
  metrics: Metric[];
  headline: number;
  key: string;
  keyName: string;
  level: number | null;
  tests: string;
  systems: SystemSummary[];
  documents: DocumentSummary[];
  differences: EntityDifference[];
  kinds: Kind[];
  types: string[];
  categories: string[];
  verdicts: string[];
}

interface SideData {
  start: number[];
  end: number[];
  entity: number[];
  type: number[];
  labels: string[];
  antecedents: string[];
  categories: number[];
}
interface TextData {
  words: string[] | null;
  sentences: number[];
  empty: number[];
  fromRight: boolean;
  loose: boolean;
  key: SideData;
}
interface ResponseData extends SideData {
  own: TextData | null;
  match: number[];
  verdict: number[];
  keyVerdict: number[];
  keyCategories: number[];
  partner: number[];
  cells: [number, number, number][];
  errors: number[][];
}
interface DocumentData extends TextData {
  name: string;
  systems: (ResponseData | null)[];
}

interface MentionRef {
  side: SideName;
  mention: number;
}
interface CorefError {
  number: number;
  kind: number;
  start: number;
  end: number;
  type: number;
  size: number;
  ours: number;
  theirs: number;
  otherStart: number;
  otherEnd: number;
}
interface Family {
  name: string;
  title: string;
  key: number;
  response: number;
  size: number;
  colour: string;
}
interface Decision {
  document: string;
  start: number;
  end: number;
  text: string;
  difference: string;
  key_entity: string | null;
  response_entity: string | null;
  decision: string;
}
type Child = Node | string | null | undefined;
