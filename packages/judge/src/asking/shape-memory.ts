import type { Format } from '../model/chat-model.ts';
import type { RequestFault } from '../model/request-fault.ts';
import { adaptShape, type CallShape, FIRST_SHAPE } from './call-shape.ts';

/** Remembers what one endpoint (address and model) accepts. */
export interface ShapeMemory {
  readonly current: () => CallShape;
  /**
   * Learns from a rejection of a call that was sent with `sent`. True when another try makes sense: the shape was changed
   * now, or meanwhile by another call.
   */
  readonly learn: (sent: CallShape, fault: RequestFault) => boolean;
}

export interface ShapeMemoryOptions {
  /** `auto` walks down the ladder; another value is used as it is. */
  readonly format?: Format | 'auto' | undefined;
  /** What an earlier run has found out. */
  readonly known?: CallShape | undefined;
  /** Is told every change, to keep it for later runs. */
  readonly onChange?: ((shape: CallShape) => void) | undefined;
}

/** A memory that starts at the strictest shape, or at what is known. */
export function createShapeMemory(options: ShapeMemoryOptions = {}): ShapeMemory {
  const { format = 'auto', known, onChange } = options;
  const ladder = format === 'auto';
  const start = known ?? FIRST_SHAPE;
  let shape: CallShape = ladder ? start : { ...start, format };
  return {
    current: () => shape,
    learn: (sent, fault) => {
      const next = adaptShape(sent, fault, ladder);
      if (next === null) return false;
      if (sent !== shape) return true;
      shape = next;
      onChange?.(shape);
      return true;
    },
  };
}
