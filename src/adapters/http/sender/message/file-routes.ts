import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import Joi from 'joi'
import { maxFileBytes } from '../../../../domain/sender/message/attachment.ts'
import { EdgeError } from '../../errors.ts'
import {
  emptyResponse,
  idForm,
  idInPath,
  listAnswer,
  listResponse,
  momentForm,
  noContent,
  orNotFound,
  type PageQuery,
  pageOfQuery,
  pageQuery,
} from '../../forms.ts'
import { formType } from '../../request/body/upload.ts'
import { type Route, route } from '../../route.ts'
import type { Services } from '../../services.ts'

const schema = Joi.object({
  id: idForm.description('The id of the file. A step uses it in `attachments`, or as `cid:ID` in its HTML.'),
  name: Joi.string()
    .required()
    .description('The file name, at most 200 characters, under which e-mails attach the file.'),
  type: Joi.string()
    .required()
    .description('The media type, such as `image/png`, detected from the content.'),
  size: Joi.number().integer().required().description('The size of the file in bytes.'),
  digest: Joi.string().required().description('The SHA-256 digest of the file, in hexadecimal digits.'),
  createdAt: momentForm.description('The time when the file was uploaded (UTC, ISO 8601).'),
})
  .description('A file that e-mails attach or show as an image.')
  .meta({ named: 'UploadedFile' })

const example = {
  id: '01936f51-3e90-7f65-8d33-7081a2b3c4d5',
  name: 'logo.png',
  type: 'image/png',
  size: 4312,
  digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  createdAt: '2026-11-20T09:00:00.000Z',
}

const common = { tag: 'Files', auth: { kind: 'session' } } as const
const params = Joi.object({ fileId: idInPath('The id of the file, a UUID.') })

export function fileRoutes({ files, fileStore }: Services): Route[] {
  return [
    route<unknown, undefined, PageQuery>({
      ...common,
      method: 'GET',
      path: '/files',
      operationId: 'files.list',
      summary: 'List uploaded files',
      description: 'Returns the uploaded files, newest first.',
      query: Joi.object(pageQuery),
      responses: { 200: listResponse('A page of the uploaded files.', schema, example) },
      handle: async ({ signedIn: { user }, query }) =>
        listAnswer(await fileStore.list(user.organizationId, pageOfQuery(query))),
    }),
    route<unknown, undefined>({
      ...common,
      method: 'POST',
      path: '/files',
      operationId: 'files.create',
      summary: 'Upload a file',
      description:
        'Uploads a file for e-mails: up to 5 MB, and up to 10 MB in one message. Allowed are images (png, jpg, gif, webp), pdf, docx, xlsx, pptx, txt, csv, ics and vcf. The type is detected from the content, and the name must agree with it. Other files are refused, because they might run on the machine of the recipient. An organization has at most 200 files (VALIDATION_FAILED).',
      upload: { contentType: formType, example: '' },
      responses: { 201: { description: 'The uploaded file with its id.', schema, example } },
      errors: ['PAYLOAD_TOO_LARGE'],
      handle: async ({ upload, requester }) => {
        const { content: stream, name } = await upload()
        const content = await read(stream)
        const digest = createHash('sha256').update(content).digest('hex')
        const file = await files.upload(requester(), { name: name ?? '', content, digest })
        return { status: 201, body: file }
      },
    }),
    route<{ fileId: string }, undefined>({
      ...common,
      method: 'GET',
      path: '/files/{fileId}/content',
      operationId: 'files.getContent',
      summary: 'Download a file',
      description: 'Returns the bytes of the file as it was uploaded.',
      params,
      responses: {
        200: {
          description: 'The bytes of the file, exactly as it was uploaded.',
          contentType: 'application/octet-stream',
          example: '…',
        },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { fileId } }) => {
        const [file] = await fileStore.read(user.organizationId, [fileId])
        const { name, content } = orNotFound(file ?? null, 'File not found')
        const headers = {
          // A downloaded file is sent with a fixed content type, not with its own. Otherwise an uploaded HTML
          // file could run as a page of this host.
          'Content-Type': 'application/octet-stream',
          'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        }
        return { status: 200, body: Buffer.from(content), headers }
      },
    }),
    route<{ fileId: string }, undefined>({
      ...common,
      method: 'DELETE',
      path: '/files/{fileId}',
      operationId: 'files.delete',
      summary: 'Delete a file',
      description:
        'Deletes a file. Refused with CONFLICT while a version of a spinner uses it, even if the spinner is in the bin.',
      params,
      responses: { 204: emptyResponse },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ params: { fileId }, requester }) => {
        await files.delete(requester(), fileId)
        return noContent
      },
    }),
  ]
}

async function read(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxFileBytes) {
      stream.resume()
      throw new EdgeError('PAYLOAD_TOO_LARGE', { message: 'A file may have at most 5 MB' })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
