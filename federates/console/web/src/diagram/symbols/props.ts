// What every symbol is drawn from. Symbols are drawn around 0,0 on a wire that runs down.

import type { SymbolKind } from '../../drawing/drawing';
import type { Contact } from '../../drawing/look';

export interface SymbolProps {
  kind: SymbolKind;
  contact: Contact;
  /** Side of the moving contacts of a truck. */
  moving: 1 | -1;
  /** Side to which an open blade swings. */
  swing: 1 | -1;
  /** Class of the wire behind it. */
  behind: string;
  /** Degrees by which it is turned, for what stays upright. */
  angle: number;
}
