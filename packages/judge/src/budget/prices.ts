import { type Budget, getOwn, ReportcardError } from '@reportcard/report-schema';

/** Price of a model, in money a million tokens; the currency is the user's. */
export interface Price {
  readonly in: number;
  readonly out: number;
}

/** Prices by model name. */
export type Prices = Readonly<Record<string, Price>>;

/** Money for tokens; null without a price. */
export function priceTokens(price: Price | undefined, promptTokens: number, completionTokens: number): number | null {
  if (price === undefined) return null;
  return (promptTokens * price.in + completionTokens * price.out) / 1e6;
}

/** The price of a model by its name, if there is one. */
export function findPrice(prices: Prices | undefined, model: string): Price | undefined {
  return getOwn(prices, model);
}

/** Throws a `config` error for a budget in money when the judge's price is not known. */
export function checkBudgetPrice(budget: Budget | undefined, prices: Prices | undefined, model: string): void {
  if (budget?.maxMoney === undefined || findPrice(prices, model) !== undefined) return;
  throw new ReportcardError({
    code: 'config',
    path: 'budget.maxMoney',
    message: `there is no price for the judge model ${model}`,
    expected: `prices: { "${model}": { in: …, out: … } } in money a million tokens`,
    hint: 'configure the price, or limit calls or tokens instead',
  });
}
