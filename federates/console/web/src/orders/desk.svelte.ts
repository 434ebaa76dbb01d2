// Sends orders and keeps what became of the last one.

import type { Client } from '@connectrpc/connect';

import type { Console, OrderRequest } from '../generated/busbar/v1/console_pb';

/** What became of an order. */
export type Outcome =
  | { state: 'sent' }
  | { state: 'accepted' }
  | { state: 'refused'; reason: string }
  /** It may have been carried out: nobody said. */
  | { state: 'unanswered' };

export type Subject = 'run' | 'fault';

export class Desk {
  outcome = $state.raw<{ subject: Subject; outcome: Outcome }>();
  readonly #client: Pick<Client<typeof Console>, 'order'>;

  constructor(client: Pick<Client<typeof Console>, 'order'>) {
    this.#client = client;
  }

  async send(subject: Subject, request: OrderRequest): Promise<void> {
    this.outcome = { subject, outcome: { state: 'sent' } };
    this.outcome = { subject, outcome: await this.#answer(request) };
  }

  async #answer(request: OrderRequest): Promise<Outcome> {
    try {
      const { accepted, reason } = await this.#client.order(request);
      return accepted ? { state: 'accepted' } : { state: 'refused', reason };
    } catch {
      return { state: 'unanswered' };
    }
  }
}
