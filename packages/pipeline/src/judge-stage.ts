/** The port of a judge; defined beside the metrics, so that the package judge can implement it. */
export type {
  JudgeDescription,
  JudgeEstimate,
  JudgeLedger,
  JudgeStage,
  JudgeTask,
  MetricSpend,
} from '@reportcard/metrics';
