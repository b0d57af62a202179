// What a page is told. Made from page_types.py by `python -m host_tools.docsgen`.
// The pages' scripts name these types in their comments; `make check` holds them to it.

interface Window {
  page: unknown; // what tests ask
  director: unknown;
  wall: unknown;
  overlay: unknown;
  replay: unknown;
}

/** No face: it lies face down, and nothing more is known of it here. */
interface ToldCard {
  face?: string;
}

interface ToldFaultWords {
  code: string;
  where: string;
  what: string;
  remedy: string;
}

interface ToldSeat {
  seat: number;
  in: boolean;
  cards: ToldCard[];
  lamp?: string;
  waited?: boolean;
  bet?: number;
  out?: boolean;
  state?: string;
  won?: number | null;
  hand?: string | null;
  ante?: number;
  jackpot?: number;
  prize?: string | null;
  stack?: number;
  turn?: boolean;
  blind?: string;
}

interface ToldPot {
  amount: number;
  seats: number[];
}

interface ToldHouseHand {
  cards: ToldCard[];
  hand: string | null;
}

interface ToldClock {
  seat: number;
  left_ms: number;
}

/** The table as anyone beside it may see it; of a round nothing before there is one. */
interface ToldSnapshot {
  over?: boolean;
  outcome?: string | null;
  rule?: string | null;
  phase?: string;
  phase_words?: string;
  banked?: boolean;
  marker?: number | null;
  marker_kind?: string;
  staked?: number;
  lamp?: string;
  vacate?: [number, string][];
  dealer?: ToldHouseHand | null;
  board?: ToldCard[] | null;
  pots?: ToldPot[];
  shoe?: number;
  rack?: number;
  display?: number;
  board_size?: number;
  burnt?: number;
  commission?: number;
  street?: number;
  clock?: ToldClock | null;
  follow?: number;
  game: string;
  game_name: string;
  document: string;
  values: Record<string, any>;
  record: number;
  sign: number | null;
  locked: boolean;
  pending: number;
  mode: string;
  faults: ToldFaultWords[];
  seats: ToldSeat[];
  round: number | null;
}

interface ToldPreset {
  label: string;
  cents: number;
}

interface ToldAmount {
  least: number;
  most: number;
  step: number;
  presets: ToldPreset[];
}

/** A button: the input that it sends, and where in it an amount goes (`at`). */
interface ToldAction {
  kind: string;
  input: any[];
  label: string;
  key: string | null;
  style: string;
  amount?: ToldAmount;
  at?: number;
  seat?: number | null;
  closed?: boolean;
}

/** A box while wagers are open. */
interface ToldWager {
  seat: number;
  ante: number;
  jackpot: number;
  open: boolean;
  may_jackpot: boolean;
  amount: ToldAmount;
}

interface ToldAgain {
  seat: number;
  ante: number;
  jackpot: number;
}

interface ToldActions {
  headline: string;
  detail: string;
  act: ToldAction[];
  wagers: ToldWager[];
  deal: number | null;
  seat?: number;
  throw?: number;
  again?: ToldAgain[];
  stale?: boolean;
}

interface ToldLink {
  state: string;
  why: string;
}

interface ToldPlace {
  place: number;
  name: string;
}

/** The event `table`: the snapshot, its board, and what may be done. */
interface ToldTable {
  over?: boolean;
  outcome?: string | null;
  rule?: string | null;
  phase?: string;
  phase_words?: string;
  banked?: boolean;
  marker?: number | null;
  marker_kind?: string;
  staked?: number;
  lamp?: string;
  vacate?: [number, string][];
  dealer?: ToldHouseHand | null;
  board?: ToldCard[] | null;
  pots?: ToldPot[];
  shoe?: number;
  rack?: number;
  display?: number;
  board_size?: number;
  burnt?: number;
  commission?: number;
  street?: number;
  clock?: ToldClock | null;
  follow?: number;
  game: string;
  game_name: string;
  document: string;
  values: Record<string, any>;
  record: number;
  sign: number | null;
  locked: boolean;
  pending: number;
  mode: string;
  faults: ToldFaultWords[];
  seats: ToldSeat[];
  round: number | null;
  link: ToldLink;
  halt: ToldFaultWords | null;
  table: string;
  hardware: string;
  firmware: string;
  able: string[];
  simulated: boolean;
  demo: boolean;
  side: boolean;
  persons: [string, string][];
  do: ToldActions;
  exposable: ToldPlace[];
  replay?: boolean;
}

/** The event `line`: a sentence of a record, and what kind of news it is. */
interface ToldLine {
  n: number;
  at: number;
  kind: string;
  text: string;
  rule: string | null;
  news: string;
}

interface ToldReader {
  name: string;
  place: string;
  state: string;
  now: number;
  scans: number;
  starts: number;
  answered?: number;
  clean?: number;
  cards?: number;
  latency?: number[];
  longest_ms?: number;
  antenna?: any;
  tests?: any;
  bleeds?: any;
}

interface ToldOver {
  work: string;
  how: string;
}

interface ToldDeck {
  enrolled: Record<string, string[]> | null;
  checked: any;
  ordered: any[] | null;
  over: ToldOver | null;
  read: boolean;
  looked: any[];
}

/** The event `devices`: readers, health, vault and meter, work with a deck. */
interface ToldDevices {
  readers: ToldReader[];
  health: Record<string, any>;
  vault: Record<string, any>;
  meters: Record<string, any>;
  work: Record<string, any>;
  deck: ToldDeck;
  latency_ms: number[];
}
