// The drawing of a station as the server hands it out (`busbar-layout/1`); checked there.

export type Point = readonly [number, number];
export type Anchor = 'start' | 'middle' | 'end';

export type PartKind =
  | 'node' | 'dot' | 'bend' | 'breaker' | 'disconnector' | 'truck' | 'tips' | 'earth_switch'
  | 'neutral_switch' | 'line' | 'transformer' | 'ct' | 'vt' | 'load' | 'capacitor' | 'generator'
  | 'inverter' | 'grid' | 'earthing_transformer' | 'earth';

export interface Label { text: string; by: Point; anchor?: Anchor }
export interface Part { part: PartKind; id?: string; at: Point; then?: string; kv?: number; label?: Label }
export interface Chain { kv: number; bay?: string; parts: Part[] }
export interface Busbar { node: string; kv: number; from: Point; to: Point; label?: Label }
export interface Winding { branch: string; node: string; kv: number; at: Point; connection: string }
export interface Transformer { id: string; windings: Winding[]; label?: Label }
export interface Reading { of: string; show: 'voltage' | 'current' | 'from_power' | 'to_power'; at: Point; anchor?: Anchor }
export interface Caption { en: string; zh: string; at: Point; anchor?: Anchor }

export interface Layout {
  station: string;
  size: Point;
  busbars: Busbar[];
  chains: Chain[];
  transformers: Transformer[];
  readings: Reading[];
  texts: Caption[];
}

/** Fetches the drawing of the station from the console that serves this page. */
export async function fetchLayout(): Promise<Layout> {
  const response = await fetch('layout.json');
  if (!response.ok) throw new Error(`layout.json: ${response.status}`);
  return (await response.json()) as Layout;
}
