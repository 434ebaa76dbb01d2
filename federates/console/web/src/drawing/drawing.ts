// A layout made ready for the screen: wires that each belong to one node, symbols with the
// direction in which their wire runs, and an index of everything that a person can select.
// It knows which node a piece of wire belongs to, and nothing about whether it is live.

import type { Chain, Label, Layout, Part, PartKind, Point, Transformer } from './layout';

export type SymbolKind = Exclude<PartKind, 'node' | 'dot' | 'bend'>;
export type ElementKind = Exclude<SymbolKind, 'tips' | 'earth'> | 'node' | 'busbar' | 'transformer3';

/** A polyline of one node; no node where it is earth itself. */
export interface Wire { node: string | undefined; kv: number; points: Point[] }
export interface Dot { node: string; kv: number; at: Point }

export interface Symbol {
  id: string;
  kind: SymbolKind;
  at: Point;
  /** Degrees by which a wire that runs down is turned to run as this one does. */
  angle: number;
  from: string;
  /** The node behind it, of those that separate two. */
  to: string | undefined;
  kv: number;
  kvBehind: number;
  /** Side of the moving contacts of a truck along the wire. */
  moving: 1 | -1;
  /** Side to which an open blade swings: away from the label. */
  swing: 1 | -1;
  label: Label | undefined;
}

/** What a person can select. */
export interface Element {
  id: string;
  kind: ElementKind;
  at: Point;
  bay: string;
  kv: number;
  /** Nodes at its ends; a node has itself. */
  nodes: readonly string[];
  /** Ids under which it is measured. */
  measured: readonly string[];
}

export interface Drawing {
  layout: Layout;
  wires: Wire[];
  dots: Dot[];
  symbols: Symbol[];
  elements: ReadonlyMap<string, Element>;
}

/** Half the length that a symbol takes of its wire; those without let the wire pass. */
const HALF: Partial<Record<PartKind, number>> = {
  breaker: 7, disconnector: 8, truck: 4, tips: 4, earth_switch: 8, neutral_switch: 8, line: 8,
  transformer: 16, vt: 10, load: 8, capacitor: 3, generator: 10, inverter: 8, grid: 10,
  earthing_transformer: 10, earth: 0,
};

export function compile(layout: Layout): Drawing {
  const wires: Wire[] = [];
  const dots: Dot[] = [];
  const symbols: Symbol[] = [];
  const elements = new Map<string, Element>();
  for (const busbar of layout.busbars) {
    const middle: Point = [(busbar.from[0] + busbar.to[0]) / 2, busbar.from[1]];
    elements.set(busbar.node, element(busbar.node, 'busbar', middle, '', busbar.kv, [busbar.node], true));
  }
  for (const chain of layout.chains) walk(chain, { wires, dots, symbols, elements });
  for (const transformer of layout.transformers) elements.set(transformer.id, threeWinding(transformer));
  face(symbols);
  return { layout, wires, dots, symbols, elements };
}

type Parts = Pick<Drawing, 'wires' | 'dots' | 'symbols'> & { elements: Map<string, Element> };

function walk(chain: Chain, out: Parts): void {
  let node: string | undefined;
  let kv = chain.kv;
  let points: Point[] = [];
  const flush = () => {
    if (points.length > 1) out.wires.push({ node, kv, points });
  };
  chain.parts.forEach((part, index) => {
    const before = chain.parts[index - 1]?.at;
    const after = chain.parts[index + 1]?.at;
    const id = part.id ?? '';
    if (part.part === 'node') {
      node = id;
      nodeElement(out.elements, id, part.at, chain.bay ?? '', kv);
    }
    if (part.part === 'dot' && node) out.dots.push({ node, kv, at: part.at });
    if (part.part === 'node' || part.part === 'dot' || part.part === 'bend') {
      points.push(part.at);
      return;
    }
    const half = HALF[part.part] ?? 0;
    const inwards = direction(before ?? part.at, part.at) ?? [0, 1];
    points.push(along(part.at, inwards, -half));
    const symbol = symbolOf(part, inwards, node ?? '', kv);
    out.symbols.push(symbol);
    if (part.part !== 'ct') {
      flush();
      points = after ? [along(part.at, direction(part.at, after) ?? inwards, half)] : [];
    }
    const behind = part.part === 'earth_switch' || part.part === 'neutral_switch';
    const earthSide = behind ? undefined : (part.then ?? node);
    kv = symbol.kvBehind;
    selectable(out.elements, symbol, chain.bay ?? '');
    node = earthSide;
    if (part.then) nodeElement(out.elements, part.then, after ?? part.at, chain.bay ?? '', kv);
  });
  flush();
}

function symbolOf(part: Part, inwards: Point, from: string, kv: number): Symbol {
  const angle = Math.round((Math.atan2(inwards[1], inwards[0]) * 180) / Math.PI) - 90;
  const [x, y] = part.label?.by ?? [0, 0];
  return {
    id: part.id ?? '',
    kind: part.part as SymbolKind,
    at: part.at,
    angle,
    from,
    to: part.then,
    kv,
    kvBehind: part.kv ?? kv,
    moving: 1,
    // The blade swings at right angles to the wire.
    swing: x * inwards[1] - y * inwards[0] > 0 ? -1 : 1,
    label: part.label,
  };
}

function selectable(elements: Map<string, Element>, symbol: Symbol, bay: string): void {
  const { id, kind, at, kv, from, to } = symbol;
  if (kind === 'tips' || kind === 'earth') return;
  const measured = kind === 'line' || kind === 'transformer' || kind === 'ct';
  const nodes = to === undefined ? [from] : [from, to];
  elements.set(id, element(id, kind, at, bay, kv, nodes, measured));
}

function nodeElement(elements: Map<string, Element>, id: string, at: Point, bay: string, kv: number): void {
  if (!elements.has(id)) elements.set(id, element(id, 'node', at, bay, kv, [id], true));
}

function threeWinding({ id, windings }: Transformer): Element {
  const mean = (axis: 0 | 1) => windings.reduce((sum, { at }) => sum + at[axis] / windings.length, 0);
  const nodes = windings.map((winding) => winding.node);
  const made = element(id, 'transformer3', [mean(0), mean(1)], id, windings[0]?.kv ?? 0, nodes, false);
  return { ...made, measured: windings.map((winding) => winding.branch) };
}

function element(
  id: string, kind: ElementKind, at: Point, bay: string, kv: number, nodes: readonly string[], measured: boolean,
): Element {
  return { id, kind, at, bay, kv, nodes, measured: measured ? [id] : [] };
}

/** The moving contacts of a truck face each other, with the breaker between them. */
function face(symbols: Symbol[]): void {
  for (const symbol of symbols) {
    if (symbol.kind !== 'truck' && symbol.kind !== 'tips') continue;
    const other = symbols.find((one) => one !== symbol && one.id === symbol.id);
    const onwards = along([0, 0], turned(symbol.angle), 1);
    const towards = other && direction(symbol.at, other.at);
    symbol.moving = towards && towards[0] * onwards[0] + towards[1] * onwards[1] < 0 ? -1 : 1;
  }
}

/** The direction of a wire that runs down, turned. */
function turned(angle: number): Point {
  const radians = ((angle + 90) * Math.PI) / 180;
  return [Math.cos(radians), Math.sin(radians)];
}

function direction(from: Point, to: Point): Point | undefined {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(x, y);
  return length > 0 ? [x / length, y / length] : undefined;
}

function along(from: Point, way: Point, distance: number): Point {
  return [from[0] + way[0] * distance, from[1] + way[1] * distance];
}
