import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '../../languages/text.ts'
import { sessionEnd } from '../account/session-end.ts'
import { consoleHeaders, refusal } from '../client.ts'
import { Unreachable } from '../problem.ts'
import type { FilePreview, Imported, ImportForecast, ImportOptions } from '../schema.ts'
import { dataTablesQuery } from './data-tables.ts'

/** `Stopped` means that the user stopped the upload before the whole file was sent. */
export class Stopped extends Error {
  constructor() {
    super(t('The upload of the file was stopped. No row of the file was imported.'))
    this.name = 'Stopped'
  }
}

/**
 * `FileChanged` means that the file changed on the disk after it was chosen; browsers then refuse to read it.
 */
export class FileChanged extends Error {
  constructor(cause: unknown) {
    super(t('The file to import was changed or moved after you chose it. Choose the file again.'), { cause })
    this.name = 'FileChanged'
  }
}

/** The options for reading an import file: its encoding, its delimiter and its sheet. */
export type Reading = Pick<ImportOptions, 'encoding' | 'delimiter' | 'sheet'>

/**
 * Maximum number of bytes of a CSV file that are sent for a preview, as many as the service reads. A
 * spreadsheet is sent whole, because the list of its parts is at its end.
 */
const startBytes = 256 * 1024

/** Previews an import file: its columns, sample values and how it was read. */
export function useFilePreview(dataTableId: string, file: File, reading: Reading) {
  return useQuery({
    queryKey: ['file-look', dataTableId, file.name, file.size, file.lastModified, reading],
    queryFn: async () => {
      await assertReadable(file)
      const isSheet = (await file.slice(0, 2).text()) === 'PK'
      const start = isSheet ? file : file.slice(0, startBytes)
      return sent<FilePreview>(new XMLHttpRequest(), {
        dataTableId,
        route: 'imports/inspect',
        file: start,
        options: reading,
      })
    },
    placeholderData: (before) => before,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Checks the whole import file on the service, which writes nothing. */
export function useCheck(dataTableId: string) {
  return useUpload<ImportForecast>(dataTableId, 'imports/preview')
}

/**
 * Uploads and imports a file of records, and reports the progress of the upload. Calls `finish` before the import
 * counts as finished.
 */
export function useImport(dataTableId: string, finish: (imported: Imported) => Promise<unknown>) {
  const client = useQueryClient()
  return useUpload<Imported>(dataTableId, 'imports', async (imported) => {
    await finish(imported)
    await client.invalidateQueries({ queryKey: dataTablesQuery.queryKey })
  })
}

interface Sending {
  readonly file: File
  readonly options: ImportOptions
}

function useUpload<Answer>(
  dataTableId: string,
  route: string,
  onSuccess?: (answer: Answer) => Promise<void>,
) {
  const request = useRef<XMLHttpRequest | null>(null)
  const [progress, setProgress] = useState(0)
  const mutation = useMutation({
    meta: { shown: true },
    mutationFn: async ({ file, options }: Sending) => {
      setProgress(0)
      await assertReadable(file)
      request.current = new XMLHttpRequest()
      return sent<Answer>(request.current, { dataTableId, route, file, options, onProgress: setProgress })
    },
    ...(onSuccess !== undefined && { onSuccess }),
  })
  return { ...mutation, progress, stop: () => request.current?.abort() }
}

/**
 * Throws `FileChanged` if the browser cannot read the chosen file; otherwise the upload would break off
 * without a reason.
 */
async function assertReadable(file: File): Promise<void> {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new FileChanged(cause)
    })
}

interface Request {
  readonly dataTableId: string
  readonly route: string
  readonly file: Blob
  readonly options: object
  readonly onProgress?: (part: number) => void
}

/** Sends a file with XMLHttpRequest, because `fetch` does not report upload progress. */
function sent<Answer>(
  request: XMLHttpRequest,
  { dataTableId, route, file, options, onProgress }: Request,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const session = sessionEnd.present()
    request.open('POST', `/api/v1/data-tables/${dataTableId}/${route}`)
    for (const [name, value] of Object.entries(consoleHeaders)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total === 0 ? 1 : Math.min(1, loaded / total)),
    )
    request.addEventListener('load', () => {
      const body = parsed(request.responseText)
      if (request.status < 300) resolve(body as Answer)
      else reject(refusal({ body, session }))
    })
    request.addEventListener('error', () => reject(new Unreachable()))
    request.addEventListener('abort', () => reject(new Stopped()))
    // Adds the import options to the form before the file, because the service reads the file while it
    // arrives.
    const form = new FormData()
    form.append('options', JSON.stringify(options))
    form.append('file', file)
    request.send(form)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
