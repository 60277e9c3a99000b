import { Button } from '@mantine/core'
import { Play } from 'lucide-react'
import type { Spinner } from '../../../api/schema.ts'
import { ForEditors } from '../../../components/for-editors.tsx'
import { t } from '../../../languages/text.ts'
import { useRun } from '../../spinners/run/use-run.tsx'

/** A button that starts a job of a spinner after it has shown what the job would do. */
export function RunButton({
  spinner,
  variant,
  onStarted,
}: {
  spinner: Spinner | undefined
  variant: 'default' | 'filled'
  onStarted: (jobId: string) => void
}) {
  const run = useRun(onStarted)
  return (
    <ForEditors>
      <Button
        variant={variant}
        leftSection={<Play size={16} aria-hidden />}
        disabled={spinner === undefined}
        onClick={() => {
          if (spinner !== undefined) run.ask({ ...spinner, differs: spinner.hasUnpublishedChanges })
        }}
      >
        {spinner === undefined ? t('Run') : t('Run “{name}”', { name: spinner.name })}
      </Button>
      {run.dialog}
    </ForEditors>
  )
}
