export { composeAnswer, type DemoAnswer } from './compose-answer.ts';
export { type DemoLanguage, type DemoRecipeSettings, defaultRecipe } from './demo-recipe.ts';
export { type IntentExamples, type IntentGuess, trainIntentClassifier } from './intent-classifier.ts';
export { type DemoDataset, loadDemoDataset } from './load-demo-dataset.ts';
export { createSearchIndex, type DemoHit, type DemoIndex } from './search-index.ts';
export { createShopAssistant, type ShopAssistant, type ShopIntent, type ShopReply } from './shop-assistant.ts';
export { type DemoChunk, splitDocument, splitSentences } from './split-document.ts';
export { tokenizeText } from './tokenize.ts';
