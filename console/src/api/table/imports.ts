import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sessionEnd } from '../account/session-end.ts'
import { consoleHeaders, refusal } from '../client.ts'
import { Unreachable } from '../problem.ts'
import type { FileLook, Imported, ImportForecast, ImportOptions } from '../schema.ts'
import { dataTablesQuery } from './data-tables.ts'

/** The upload was stopped in the browser before the whole file had been sent. */
export class Stopped extends Error {
  constructor() {
    super('The upload was stopped. Nothing of the file was imported.')
    this.name = 'Stopped'
  }
}

/** A browser gives no longer out what was changed on the disk after it was chosen. */
export class FileChanged extends Error {
  constructor(cause: unknown) {
    super('The file was changed or moved since you chose it. Choose it again.', { cause })
    this.name = 'FileChanged'
  }
}

/** How a file is read. */
export type Reading = Pick<ImportOptions, 'encoding' | 'delimiter' | 'sheet'>

/** Of a CSV as much as the service looks at; of a spreadsheet the list of its parts stands at its end. */
const startBytes = 256 * 1024

/** What the start of a file says of it. */
export function useLook(dataTableId: string, file: File, reading: Reading) {
  return useQuery({
    queryKey: ['file-look', dataTableId, file.name, file.size, file.lastModified, reading],
    queryFn: async () => {
      await assertReadable(file)
      const isSheet = (await file.slice(0, 2).text()) === 'PK'
      const start = isSheet ? file : file.slice(0, startBytes)
      return sent<FileLook>(new XMLHttpRequest(), {
        dataTableId,
        route: 'imports/look',
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

/** Goes through the whole file on the service, which writes nothing. */
export function useCheck(dataTableId: string) {
  return useUpload<ImportForecast>(dataTableId, 'imports/check')
}

/** Sends a file as it lies on the disk, and says how far it has come. */
export function useImport(dataTableId: string) {
  const client = useQueryClient()
  return useUpload<Imported>(dataTableId, 'imports', () =>
    client.invalidateQueries({ queryKey: dataTablesQuery.queryKey }),
  )
}

interface Sending {
  readonly file: File
  readonly options: ImportOptions
}

function useUpload<Answer>(dataTableId: string, route: string, onSuccess?: () => Promise<void>) {
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

/** Where it is not, the upload would just break off. */
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

/** Not with fetch, which does not say how much of a body has gone out. */
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
    // The options come first: the file is read as it arrives.
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
