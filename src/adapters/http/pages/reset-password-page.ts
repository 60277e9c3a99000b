import type { Router } from '@koa/router'
import { shortestPassword } from '../../../domain/organization/user.ts'
import { apiPrefix } from '../api-prefix.ts'
import { pageHeaders, pagesOn } from './page.ts'

/** Where the link of a password reset leads. The token comes after the "#" and goes nowhere but to the API. */
export function mountResetPasswordPage(router: Router): void {
  const serve = pagesOn(router)
  serve('/reset-password', ...pageHeaders, (ctx) => {
    ctx.type = 'html'
    ctx.body = page(String(ctx.state.nonce))
  })
  serve('/reset-password/page.css', (ctx) => {
    ctx.type = 'css'
    ctx.body = style
  })
  serve('/reset-password/page.js', (ctx) => {
    ctx.type = 'js'
    ctx.body = script
  })
}

const page = (nonce: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <title>Set a new password – Spindle</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/reset-password/page.css">
    <script nonce="${nonce}" src="/reset-password/page.js" defer></script>
  </head>
  <body>
    <main>
      <h1>Set a new password</h1>
      <form>
        <label for="password">New password</label>
        <input id="password" type="password" autocomplete="new-password" required minlength="${shortestPassword}" aria-describedby="hint">
        <p id="hint">${shortestPassword} characters or more. You will be signed out everywhere.</p>
        <button>Set password</button>
      </form>
      <p role="status"></p>
    </main>
  </body>
</html>
`

const script = `
const form = document.querySelector('form')
const status = document.querySelector('[role=status]')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  status.textContent = 'One moment …'
  const body = JSON.stringify({ token: location.hash.slice(1), password: form.querySelector('input').value })
  try {
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch('${apiPrefix}/auth/password-reset/confirm', { method: 'POST', headers, body })
    if (response.ok) {
      form.remove()
      status.textContent = 'Your password is set. Sign in with it.'
    } else {
      status.textContent = (await response.json()).message + '.'
    }
  } catch {
    status.textContent = 'The service cannot be reached. Try again in a moment.'
  }
})
`

const style = `
:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 24rem; margin: 0 auto; padding: 15vh 1.25rem 2rem; }
h1 { font-size: 1.5rem; margin: 0 0 1.5rem; }
label { display: block; font-weight: 600; margin-bottom: 0.35rem; }
input, button { box-sizing: border-box; width: 100%; font: inherit; padding: 0.6rem 0.75rem; border-radius: 0.5rem; }
input { border: 1px solid color-mix(in srgb, currentcolor 40%, transparent); background: transparent; color: inherit; }
button { border: 0; background: #2563eb; color: #fff; font-weight: 600; cursor: pointer; }
button:hover { background: #1d4ed8; }
:focus-visible { outline: 3px solid #60a5fa; outline-offset: 2px; }
#hint { opacity: 0.75; font-size: 0.9rem; margin: 0.35rem 0 1rem; }
`
