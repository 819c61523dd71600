/** Notices that this process was stopped for longer than its jobs are kept for it. */
export interface Wakefulness {
  /** Throws when the process has just woken up: called before anything is paid for. */
  check(): void;
  /** Calls `listener` when the process wakes up; returns what ends that. */
  onWake(listener: (reason: Error) => void): () => void;
  close(): void;
}

/**
 * A clock that must not stand still: when more than `limitMs` pass between two looks at it, the process was stopped and
 * its jobs belong to others. Both a timer and every `check` look, for after a wake-up either may come first.
 */
export function createWakefulness(limitMs: number): Wakefulness {
  const listeners = new Set<(reason: Error) => void>();
  let last = performance.now();

  function look(): Error | undefined {
    const now = performance.now();
    const gap = now - last;
    last = now;
    if (gap <= limitMs) return undefined;
    const reason = new Error(`this worker stood still for ${Math.round(gap / 1000)} s: its jobs went to others`);
    for (const listener of [...listeners]) listener(reason);
    return reason;
  }

  const timer = setInterval(look, Math.max(20, limitMs / 10));
  timer.unref();
  return {
    check() {
      const reason = look();
      if (reason !== undefined) throw reason;
    },
    onWake(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      clearInterval(timer);
    },
  };
}
