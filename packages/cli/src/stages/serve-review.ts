export async function serveReview(..._args: unknown[]): Promise<void> {}
