import type { Reply } from '../api.ts'
import type { Person } from './person.ts'

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Uploads a file to the API in a test as a form in a browser does. */
export async function askToUpload(
  person: Person,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  part = 'file',
): Promise<Reply> {
  const form = new FormData()
  form.append(part, new File([content], name))
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  return person.ask('POST', '/files', undefined, { raw: await request.bytes(), headers })
}

export async function uploadFile(
  person: Person,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<{ readonly id: string; readonly type: string; readonly size: number }> {
  const { status, body } = await askToUpload(person, name, content)
  if (status !== 201) throw new Error(`The upload was refused: ${JSON.stringify(body)}`)
  return body as { id: string; type: string; size: number }
}
