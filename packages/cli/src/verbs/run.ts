import { openWorkspace } from '../config/open-workspace.ts';
import { EXIT } from '../exit-codes.ts';
import { describeFaults, formatFault } from '../stages/describe-faults.ts';
import { downloadBenchmark } from '../stages/download-benchmark.ts';
import { openBenchmark } from '../stages/open-benchmark.ts';
import { exitOfRecording, recordStage } from '../stages/record-stage.ts';
import type { RunVerb } from '../verb.ts';

export const run: RunVerb = async (_args, flags, context) => {
  const workspace = await openWorkspace(flags, context);
  if (flags['dryRun'] === true) {
    await downloadBenchmark(workspace, flags, context);
    const benchmark = await openBenchmark(workspace);
    let cases = 0;
    for await (const item of benchmark.cases({})) cases += item === undefined ? 0 : 1;
    const passes = Number(flags['passes'] ?? workspace.config.run?.passes ?? 1);
    const modes = workspace.config.run?.queryModes?.length ?? 1;
    const plan = {
      benchmark: benchmark.manifest.name,
      cases,
      query_modes: modes,
      passes,
      requests: cases * modes * passes,
    };
    context.out(
      flags['json'] === true
        ? JSON.stringify(plan)
        : `would ask ${plan.requests} questions: ${cases} cases × ${modes} query modes × ${passes} passes`,
    );
    return EXIT.done;
  }
  const result = await recordStage(workspace, flags, context);
  const exitCode = exitOfRecording(result, workspace.config.run?.maxFailureRate);
  const faults = await describeFaults(workspace, result);
  if (flags['json'] === true) {
    context.out(
      JSON.stringify({
        run_id: result.run_id,
        records: result.records_key,
        status: result.meta.status,
        n_records: result.n_records,
        n_new: result.n_new,
        interrupted: result.interrupted,
        faults,
      }),
    );
    return exitCode;
  }
  const status = Object.entries(result.meta.status)
    .filter(([, n]) => n > 0)
    .map(([name, n]) => `${n} ${name}`);
  context.out(
    `recorded ${result.n_new} samples (${result.n_kept} kept) in ${result.records_key}: ${status.join(', ')}`,
  );
  for (const fault of faults) context.out(`  ${formatFault(fault)}`);
  if (result.interrupted) context.out(`interrupted; go on with: reportcard run --resume ${result.run_id}`);
  else context.out(`next: reportcard score ${result.run_id}`);
  return exitCode;
};
