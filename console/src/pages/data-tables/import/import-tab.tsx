import { Stack } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import type { DataTable } from '../../../api/schema.ts'
import { useImport } from '../../../api/table/imports.ts'
import { type CsvStart, startOf } from './csv-start.ts'
import { FileChoice } from './file-choice.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportResult } from './import-result.tsx'
import { LeaveImport } from './leave-import.tsx'
import { FilePreview } from './preview/file-preview.tsx'

export interface ChosenFile {
  readonly file: File
  readonly start: CsvStart
}

/** From a file to records: choose, look, import. Until the last step nothing leaves the browser. */
export function ImportTab({ table }: { table: DataTable }) {
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [unreadable, setUnreadable] = useState<Error | null>(null)
  const upload = useImport(table.id)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => upload.isPending && current.pathname !== next.pathname,
    enableBeforeUnload: () => upload.isPending,
    withResolver: true,
  })
  const look = async (file: File) => {
    upload.reset()
    setUnreadable(null)
    try {
      setChosen({ file, start: await startOf(file) })
    } catch (cause) {
      setChosen(null)
      setUnreadable(new Error('The file cannot be read. It may have been moved or changed.', { cause }))
    }
  }
  const choose = (file: File) => void look(file)
  const forget = () => {
    upload.reset()
    setChosen(null)
  }
  return (
    <Stack gap="lg">
      {upload.isSuccess ? (
        <ImportResult table={table} imported={upload.data} name={chosen?.file.name ?? ''} onAgain={forget} />
      ) : chosen === null ? (
        <FileChoice table={table} error={unreadable} onChoose={choose} />
      ) : upload.isPending ? (
        <ImportProgress file={chosen.file} progress={upload.progress} onStop={upload.stop} />
      ) : (
        <FilePreview
          table={table}
          chosen={chosen}
          error={upload.error}
          onChoose={choose}
          onForget={forget}
          onImport={() => upload.mutate(chosen.file)}
        />
      )}
      <LeaveImport
        isSent={upload.progress >= 1}
        opened={blocker.status === 'blocked'}
        onStay={() => blocker.reset?.()}
        onLeave={() => {
          if (upload.progress < 1) upload.stop()
          blocker.proceed?.()
        }}
      />
    </Stack>
  )
}
