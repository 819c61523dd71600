/** How a call ends (DESIGN §5). "No data" is never 0. */
export const EXIT = {
  done: 0,
  gateFailed: 1,
  usage: 2,
  inconclusive: 3,
  unavailable: 4,
  defect: 70,
  interrupted: 130,
} as const;

const BY_ERROR_CODE: Readonly<Record<string, number>> = {
  usage: EXIT.usage,
  config: EXIT.usage,
  data: EXIT.usage,
  path: EXIT.usage,
  unavailable: EXIT.unavailable,
  budget: EXIT.unavailable,
  interrupted: EXIT.interrupted,
  defect: EXIT.defect,
};

/** The exit code of an error: by its code when it is ours, else 70. */
export function exitCodeOf(error: unknown): number {
  if (!(error instanceof Error)) return EXIT.defect;
  if (error.name === 'UsageError' || error.name === 'CommanderError') return EXIT.usage;
  if (error.name === 'AbortError') return EXIT.interrupted;
  const code: unknown = Reflect.get(error, 'code');
  if (error.name === 'ReportcardError' && typeof code === 'string') return BY_ERROR_CODE[code] ?? EXIT.defect;
  return EXIT.defect;
}
