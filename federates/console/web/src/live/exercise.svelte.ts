// What the page knows of the exercise. Frames of the stream are the only way in.

import { SvelteMap, SvelteSet } from 'svelte/reactivity';

import {
  EventKind,
  FederateState,
  NodeEnergisation,
  Position,
  type BalancePoint,
  type CurrentPoint,
  type EventRow,
  type FederateRow,
  type FlowPoint,
  type Frame,
  type NodePoint,
  type RunStatus,
  type SwitchPoint,
} from '../generated/busbar/v1/console_pb';
import { mergeRows } from './rows';

/** The connection to the server. */
export type Link = 'connecting' | 'live' | 'lost';

/** A short circuit that is there. */
export interface Fault { id: string; target: string; detail: string }

export class Exercise {
  link = $state<Link>('connecting');
  run = $state.raw<RunStatus>();
  federates = $state.raw<readonly FederateRow[]>([]);
  balance = $state.raw<BalancePoint>();
  /** Sorted, oldest first. */
  events = $state.raw<readonly EventRow[]>([]);
  readonly switches = new SvelteMap<string, SwitchPoint>();
  readonly nodes = new SvelteMap<string, NodePoint>();
  readonly currents = new SvelteMap<string, CurrentPoint>();
  readonly flows = new SvelteMap<string, FlowPoint>();
  /** Breakers that protection has tripped and nobody has acknowledged. */
  readonly tripped = new SvelteSet<string>();
  /** Short circuits by their id: where, and of which type. */
  readonly #faults = new SvelteMap<string, Fault>();
  readonly #cleared = new SvelteSet<string>();
  /** Name of the server process whose numbers these are. */
  server = $state('');

  #revision = 0n;
  #known = false;
  /** One more than the highest number of a row that was seen, in all connections to this server. */
  #newestNumber = 0n;

  /** Whether what is shown may be out of date: no connection, or nobody computes the plant. */
  readonly stale = $derived.by(() => {
    if (this.link !== 'live') return true;
    return !this.federates.some(
      (row) => row.role === 'substation' && row.state === FederateState.JOINED,
    );
  });

  readonly faults = $derived([...this.#faults.values()].filter((fault) => !this.#cleared.has(fault.id)));

  /** Takes a frame; false when frames are missing before it, so that the page must ask anew. */
  apply(frame: Frame): boolean {
    if (frame.snapshot) this.#forget(frame);
    else if (!this.#known || frame.server !== this.server || frame.follows !== this.#revision) return false;
    this.#revision = frame.revision;
    if (frame.run) this.run = frame.run;
    if (frame.federates) this.federates = frame.federates.rows;
    if (frame.balance) this.balance = frame.balance;
    for (const point of frame.switches) this.switches.set(point.id, point);
    for (const point of frame.nodes) this.nodes.set(point.id, point);
    for (const point of frame.currents) this.currents.set(point.id, point);
    for (const point of frame.flows) this.flows.set(point.id, point);
    for (const id of frame.removed) this.#remove(id);
    this.#take(frame.events);
    this.link = 'live';
    return true;
  }

  lost(): void {
    this.link = 'lost';
  }

  acknowledge(): void {
    this.tripped.clear();
  }

  position(id: string): Position {
    return this.switches.get(id)?.position ?? Position.UNSPECIFIED;
  }

  energisation(node: string): NodeEnergisation {
    return this.nodes.get(node)?.energisation ?? NodeEnergisation.UNSPECIFIED;
  }

  #forget(frame: Frame): void {
    // After a mere break of the connection, what was acknowledged stays acknowledged.
    if (frame.server !== this.server) {
      this.tripped.clear();
      this.#newestNumber = 0n;
    }
    this.server = frame.server;
    this.#known = true;
    this.run = undefined;
    this.federates = [];
    this.balance = undefined;
    this.events = [];
    this.#faults.clear();
    this.#cleared.clear();
    for (const points of [this.switches, this.nodes, this.currents, this.flows]) points.clear();
  }

  #remove(id: string): void {
    for (const points of [this.switches, this.nodes, this.currents, this.flows]) points.delete(id);
  }

  #take(rows: readonly EventRow[]): void {
    if (rows.length === 0) return;
    const newest = this.#newestNumber;
    for (const row of rows) {
      if (row.kind === EventKind.FAULT) {
        this.#faults.set(row.fault, { id: row.fault, target: row.subject, detail: row.detail });
      }
      if (row.kind === EventKind.FAULT_CLEARED) this.#cleared.add(row.fault);
      if (row.kind !== EventKind.PROTECTION_TRIP || row.number < newest) continue;
      for (const device of row.devices) this.tripped.add(device);
    }
    this.#newestNumber = rows.reduce((most, row) => (row.number >= most ? row.number + 1n : most), newest);
    this.events = mergeRows(this.events, rows);
  }
}
