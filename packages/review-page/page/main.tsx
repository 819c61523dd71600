import { render } from 'preact';
import { createApi } from './api.ts';
import { createReviewStore } from './state/review-store.ts';
import './style/tokens.css';
import './style/page.css';
import './style/sample.css';
import './style/panel.css';
import { App } from './view/app.tsx';

const POLL_MS = 2500;
const REVIEWER_KEY = 'reportcard.reviewer';

const token = new URLSearchParams(location.search).get('token') ?? '';
const store = createReviewStore(createApi(token));
const root = document.getElementById('app');

if (root !== null) render(<App store={store} />, root);

void store.start(sessionStorage.getItem(REVIEWER_KEY) ?? '');
store.subscribe(() => sessionStorage.setItem(REVIEWER_KEY, store.get().reviewer));

setInterval(() => {
  if (document.visibilityState === 'visible') void store.poll();
}, POLL_MS);
addEventListener('focus', () => void store.poll());
addEventListener('beforeunload', (event) => {
  const { queue, clashes } = store.get();
  if (queue.length > 0 || clashes.length > 0) event.preventDefault();
});
