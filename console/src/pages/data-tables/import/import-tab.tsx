import { Stack } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { DataTable, ImportOptions } from '../../../api/schema.ts'
import { useChangeDataTable } from '../../../api/table/data-tables.ts'
import { useCheck, useImport } from '../../../api/table/imports.ts'
import { FileChoice } from './file/file-choice.tsx'
import { forgetHandedFile, handedFile } from './file/handed-file.ts'
import { ImportPlan } from './import-plan.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportResult } from './import-result.tsx'
import { LeaveImport } from './leave-import.tsx'
import { visibleAtFirst } from './visible-columns.ts'

/**
 * The size up to which a file is checked without a click. The check uploads the file, which takes under a second on
 * most lines.
 */
const checkedAtOnceBytes = 1_000_000

/** Imports a file in four steps: choose it, map its columns, check the forecast, import. */
export function ImportTab({ table }: { table: DataTable }) {
  const [file, setFile] = useState<File | null>(() => handedFile(table.id))
  useEffect(forgetHandedFile, [])
  const check = useCheck(table.id)
  const change = useChangeDataTable(table.id)
  const upload = useImport(table.id, async ({ columns }) => {
    if (table.columns.some(({ isMetadata }) => isMetadata) || columns.length === 0) return
    // Leaves a failure to the result of the import, which then asks for the visible columns.
    const changes = { metadataColumns: visibleAtFirst(columns) }
    await change.mutateAsync({ changes, revision: null }).catch(() => {})
  })
  const isSmall = file !== null && file.size <= checkedAtOnceBytes
  // Shows no progress of the check of a small file, because it takes a moment only.
  const running = upload.isPending ? upload : check.isPending && !isSmall ? check : null
  const question = useLeaveQuestion(running !== null, () => upload.isPending)
  const choose = (chosen: File | null) => {
    upload.reset()
    check.reset()
    change.reset()
    setFile(chosen)
  }
  return (
    <Stack gap="lg">
      {upload.isSuccess ? (
        <ImportResult
          table={table}
          imported={upload.data}
          name={file?.name ?? ''}
          isNewlyVisible={change.isSuccess}
          onAgain={() => choose(null)}
        />
      ) : file === null ? (
        <FileChoice table={table} onChoose={choose} />
      ) : (
        <>
          {running !== null && (
            <ImportProgress
              file={file}
              isCheck={running === check}
              progress={running.progress}
              onStop={running.stop}
            />
          )}
          {/* Keeps the import plan mounted during the upload, so that a refused file keeps its choices. */}
          <div hidden={running !== null}>
            <ImportPlan
              key={`${file.name} ${file.lastModified} ${file.size}`}
              table={table}
              file={file}
              isCheckedAtOnce={isSmall}
              isChecking={check.isPending}
              forecast={check.data ?? null}
              error={upload.error ?? check.error}
              onChoose={choose}
              onChange={() => {
                check.reset()
                upload.reset()
              }}
              onCheck={(options, onForecast) => check.mutate({ file, options }, { onSuccess: onForecast })}
              onImport={(options: ImportOptions) => upload.mutate({ file, options })}
            />
          </div>
        </>
      )}
      <LeaveImport
        isSent={upload.isPending && upload.progress >= 1}
        opened={question.isAsked}
        onStay={question.stay}
        onLeave={() => {
          if (running !== null && !(upload.isPending && upload.progress >= 1)) running.stop()
          question.leave()
        }}
      />
    </Stack>
  )
}

/** Asks before the user leaves the page while a file is sent. */
function useLeaveQuestion(isRunning: boolean, isUploading: () => boolean) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isRunning && current.pathname !== next.pathname,
    enableBeforeUnload: isUploading,
    withResolver: true,
  })
  const isBlocked = blocker.status === 'blocked'
  // Withdraws the question when the upload has ended, so that the user sees its result. Otherwise the question would
  // say that nothing is imported.
  useEffect(() => {
    if (isBlocked && !isRunning) blocker.reset?.()
  })
  return {
    isAsked: isBlocked && isRunning,
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  }
}
