import type { Router, RouterMiddleware } from '@koa/router'
import type { Context } from 'koa'
import { DomainError } from '../../../domain/errors.ts'
import { runRequest } from '../../system/request-writes.ts'
import { pageHeaders, pagesOn } from '../page.ts'
import { escaped, plainPage as page, plainPageStylePath, plainPageStyle as style } from '../plain-page.ts'
import { actorOf } from '../request/caller/actor.ts'
import type { TestTime } from '../request/test-time.ts'
import type { Services } from '../services.ts'

const path = '/unsubscribe/:token'

/**
 * Mounts the page that the unsubscribe link of a mail opens. A mail program's own button posts to it (RFC
 * 8058). People see a page with a button first, because programs that check links for them only send GET.
 */
export function mountUnsubscribePage(
  router: Router,
  { messageTokens, addressSuppressor, organizationStore }: Services,
  testTime: TestTime,
): void {
  /**
   * Returns the organization's name as HTML, so that a recipient who has forgotten the sender sees who writes
   * to them.
   */
  const writerOf = async (organizationId: string): Promise<string> => {
    const organization = await organizationStore.find(organizationId)
    return organization === null ? 'this sender' : `<q>${escaped(organization.name)}</q>`
  }
  const serve = pagesOn(router)
  serve(plainPageStylePath, (ctx) => {
    ctx.type = 'css'
    ctx.body = style
  })
  serve(path, ...pageHeaders, async (ctx) => {
    const unsubscriber = messageTokens.unsubscriberOf(tokenOf(ctx))
    ctx.type = 'html'
    if (unsubscriber === null) {
      ctx.body = page(
        'The link is not complete',
        'Open the link in the e-mail again, or copy the whole link.',
      )
      ctx.status = 404
      return
    }
    await organizationStore.assertHere(unsubscriber.organizationId)
    const writer = await writerOf(unsubscriber.organizationId)
    const text = `Press the button to stop all e-mail from ${writer} to ${escaped(unsubscriber.email)}.`
    ctx.body = page('Unsubscribe', text, '<form method="post"><button>Unsubscribe</button></form>')
  })
  const post = async (ctx: Context): Promise<void> => {
    ctx.state['route'] = path
    const unsubscriber = messageTokens.unsubscriberOf(tokenOf(ctx))
    if (unsubscriber === null)
      throw new DomainError('NOT_FOUND', {
        message: 'The link is not complete; copy the whole link from the e-mail',
      })
    await organizationStore.assertHere(unsubscriber.organizationId)
    ctx.state.organizationId = unsubscriber.organizationId
    await testTime.run(await testTime.of(unsubscriber.organizationId), true, () =>
      runRequest(unsubscriber.organizationId, async () => {
        await addressSuppressor.suppressWithRetries({
          ...unsubscriber,
          reason: 'unsubscribed',
          by: actorOf(ctx, {}, null),
        })
      }),
    )
    ctx.type = 'html'
    ctx.body = page(
      'You are unsubscribed',
      `${escaped(unsubscriber.email)} gets no more e-mail from ${await writerOf(unsubscriber.organizationId)}.`,
    )
  }
  router.post(path, ...([...pageHeaders, post] as unknown as RouterMiddleware[]))
}

function tokenOf(ctx: Context): string {
  return (ctx as unknown as { params: { token: string } }).params.token
}
