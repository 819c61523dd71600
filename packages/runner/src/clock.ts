/** The two clocks of a recording. */
export interface Clock {
  /** Wall clock, for `started_at` and `recorded_at` only. */
  now(): Date;
  /** Milliseconds on a clock that never jumps; differences of it are the measured times. */
  monotonic(): number;
}

/** The clocks of this machine. */
export const SYSTEM_CLOCK: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
};
