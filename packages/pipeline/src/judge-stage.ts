/** The judge as the pipeline knows it; the port stands beside the metrics, the package judge implements it. */
export type { JudgeEstimate, JudgeLedger, JudgeStage, JudgeTask } from '@reportcard/metrics';
