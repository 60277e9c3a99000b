import { Alert, Code, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleStop, FileClock } from 'lucide-react'
import { ApiProblem } from '../../../api/problem.ts'
import type { FilePreview } from '../../../api/schema.ts'
import { FileChanged, Stopped } from '../../../api/table/imports.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { t } from '../../../languages/text.ts'
import { ImportFileButton } from './file/import-file-button.tsx'
import { offendingLineOf } from './offending-line.ts'

/** Shows why an import file was refused, and the line with the fault if the file contains it. */
export function ImportFault({
  error,
  file,
  look,
  onChoose,
}: {
  error: Error
  file: File
  look: FilePreview | null
  onChoose: (file: File) => void
}) {
  const { data: place } = useQuery({
    queryKey: ['offending-line', file.name, file.lastModified, error.message],
    queryFn: () => (look === null ? null : offendingLineOf(error, file, look)),
    retry: false,
    gcTime: 0,
  })
  if (error instanceof Stopped)
    return (
      <Alert color="yellow" icon={<CircleStop />} title={t('The upload was stopped')} role="status">
        {t('Nothing was imported. The file is still chosen.')}
      </Alert>
    )
  if (error instanceof FileChanged)
    return (
      <Alert color="red" icon={<FileClock />} title={error.message} role="alert">
        <Text size="sm">{t('Nothing was imported.')}</Text>
        <ImportFileButton size="xs" variant="default" mt="sm" onChoose={onChoose}>
          {t('Choose another')}
        </ImportFileButton>
      </Alert>
    )
  return (
    <div>
      <ProblemAlert error={error} />
      {place !== undefined && place !== null && (
        <>
          <Text size="sm" fw={600} mt="sm" mb={4}>
            {place.column !== null
              ? t('Line {line}, column {column}', { line: place.line, column: place.column })
              : t('Line {line}', { line: place.line })}
            {place.columnName !== null && ` (${place.columnName})`}
          </Text>
          <Code
            block
            tabIndex={0}
            role="region"
            aria-label={t('Line {line} of the file', { line: place.line })}
          >
            {place.text}
          </Code>
        </>
      )}
      <Text size="sm" c="dimmed" mt="xs">
        {error instanceof ApiProblem
          ? t('Nothing was imported. The file is still chosen.')
          : t(
              'The file is still chosen. If all of the file was sent, check the records before you import the file again.',
            )}
      </Text>
    </div>
  )
}
