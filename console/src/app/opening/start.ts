import { askFirst } from '../../api/first-answers.ts'
import { firstTexts } from '../../languages/catalogue.ts'
import { language } from '../../languages/language.ts'
import { pageCodeAt } from './page-code.ts'

/**
 * The requests of the page that is opened first, sent by this small script while the console's code is still loading.
 * Otherwise the session, the code of the page and its data would be requested one after another. The service fills in
 * `data-opening` (opening.ts). The code runs when the translations are there, so this script runs it.
 */
const { pathname, search } = window.location
document.documentElement.lang = language
const isSignedIn = document.documentElement.dataset['opening']?.split(' ').includes('signed-in') === true

/** Requests of every page for signed-in users. */
const ofEveryPage = ['/api/v1/auth/session', '/api/v1/auth/confirmation']

/** Requests of the home page, as `loadHome` sends them. */
const ofHome = [
  '/api/v1/overview?range=24h',
  '/api/v1/jobs?limit=5',
  '/api/v1/spinners?limit=200',
  '/api/v1/data-tables?limit=200',
  '/api/v1/usage',
  '/api/v1/senders?limit=200',
]

if (isSignedIn) askFirst([...ofEveryPage, ...(pathname === '/' && search === '' ? ofHome : [])])

void run()

/** Runs the code of the page and of the console when the translations are there. */
async function run(): Promise<void> {
  if (isSignedIn)
    // Leaves a failure to the router, which loads the code again and shows the failure.
    pageCodeAt(pathname)
      ?.load()
      .catch(() => {})
  await firstTexts
  const code = document.querySelector<HTMLLinkElement>('link[data-console]')?.href
  if (code !== undefined) await import(/* @vite-ignore */ code)
}
