import { hash } from 'node:crypto'
import type { Context } from 'koa'
import type { Credential } from '../../../../domain/account/api-keys/credential.ts'
import { storedHeaders } from '../../../../domain/arrival/delivery/stored-headers.ts'
import { bodyBounds } from '../../../../domain/arrival/mapping/decoded.ts'
import type { SentRequest } from '../../route.ts'
import { rawBody } from './body.ts'

/** Returns a refused request as the client sent it, so that it can be held as an arrival. */
export function sentRequest(
  ctx: Context,
  params: Readonly<Record<string, string>>,
  credential: Credential,
): SentRequest {
  const headers = flat(ctx.req.headers)
  const query = flat({ ...ctx.query })
  let body: ReturnType<SentRequest['body']> | null = null
  return {
    method: ctx.method,
    search: ctx.search,
    params,
    query,
    headers,
    credential,
    requestId: ctx.state['requestId'] as string,
    body: () => {
      body ??= read()
      return body
    },
  }

  async function read(): ReturnType<SentRequest['body']> {
    const raw = await rawBody(ctx, bodyBounds.bytes)
    if (raw === null || raw === 'tooLarge') return raw
    return {
      ...raw,
      digest: hash('sha256', raw.bytes, 'base64url'),
      contentType: headers['content-type'] ?? null,
      headers: storedHeaders(headers),
      query: storedHeaders(query),
    }
  }
}

function flat(
  values: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string>> {
  const texts: [string, string][] = []
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) texts.push([name, typeof value === 'string' ? value : value.join(', ')])
  }
  return Object.fromEntries(texts)
}
