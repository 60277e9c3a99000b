import type { Router, RouterMiddleware } from '@koa/router'
import type { Context } from 'koa'
import { DomainError } from '../../../domain/errors.ts'
import type { UnsubscribeLinks } from '../../../ports/person/unsubscribe-links.ts'
import type { SuppressAddress } from '../../../use-cases/person/suppress-address.ts'
import { pageHeaders, pagesOn } from '../page.ts'
import { actorOf } from '../request/actor.ts'

export interface UnsubscribeOptions {
  readonly links: UnsubscribeLinks
  readonly suppressAddress: SuppressAddress
}

const path = '/unsubscribe/:token'

/**
 * Where the link in a mail leads. A mail program's own button posts to it (RFC 8058); people see a
 * page with a button first, because the programs that look at links for them only ever GET.
 */
export function mountUnsubscribePage(router: Router, { links, suppressAddress }: UnsubscribeOptions): void {
  const serve = pagesOn(router)
  serve('/unsubscribe/page.css', (ctx) => {
    ctx.type = 'css'
    ctx.body = style
  })
  serve(path, ...pageHeaders, (ctx) => {
    const unsubscriber = links.read(tokenOf(ctx))
    ctx.type = 'html'
    if (unsubscriber === null) {
      ctx.body = page('This link is not complete', 'Open it from the mail again, or copy the whole of it.')
      ctx.status = 404
      return
    }
    const text = `Press the button, and ${escaped(unsubscriber.email)} gets no more mail from this sender.`
    ctx.body = page('Unsubscribe', text, '<form method="post"><button>Unsubscribe</button></form>')
  })
  const post = async (ctx: Context): Promise<void> => {
    ctx.state['route'] = path
    const unsubscriber = links.read(tokenOf(ctx))
    if (unsubscriber === null) throw new DomainError('NOT_FOUND', { message: 'This link is not complete' })
    await suppressAddress.execute({ ...unsubscriber, reason: 'unsubscribed', by: actorOf(ctx, {}) })
    ctx.state.organizationId = unsubscriber.organizationId
    ctx.type = 'html'
    ctx.body = page(
      'You are unsubscribed',
      `${escaped(unsubscriber.email)} gets no more mail from this sender.`,
    )
  }
  router.post(path, ...([...pageHeaders, post] as unknown as RouterMiddleware[]))
}

function tokenOf(ctx: Context): string {
  return (ctx as unknown as { params: { token: string } }).params.token
}

const page = (title: string, text: string, action = '') => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/unsubscribe/page.css">
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p>${text}</p>
      ${action}
    </main>
  </body>
</html>
`

const style = `
:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 24rem; margin: 0 auto; padding: 15vh 1.25rem 2rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0 0 1rem; }
button { font: inherit; font-weight: 600; width: 100%; padding: 0.6rem 0.75rem; border: 0; border-radius: 0.5rem; background: #4338ca; color: #fff; cursor: pointer; }
button:hover { background: #3a31b0; }
:focus-visible { outline: 3px solid #8a92fa; outline-offset: 2px; }
`

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
