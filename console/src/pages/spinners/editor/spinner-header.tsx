import { Group, Stack } from '@mantine/core'
import { memo } from 'react'
import type { DataTable, SpinnerVersion } from '../../../api/schema.ts'
import { BackLink } from '../../../components/back-link.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { t } from '../../../languages/text.ts'
import { ChangesButton } from '../changes/changes-button.tsx'
import type { Draft } from '../draft/draft.ts'
import { differsFromPublished } from '../draft/draft-state.ts'
import { useDraftPart } from '../draft/use-draft.ts'
import { StatusBadge } from '../status-badge.tsx'
import { TableOfSpinner } from '../table-of-spinner.tsx'
import { EditableName } from './editable-name.tsx'
import { SpinnerActions } from './spinner-actions.tsx'

/** The header of the editor: the name and the state of the spinner, and the actions for it. */
export const SpinnerHeader = memo(function SpinnerHeader({
  draft,
  table,
  columns,
  published,
  faults,
  onProblem,
}: {
  draft: Draft
  table: DataTable
  columns: readonly string[]
  /** The published version of the spinner; undefined if there is none or it is being loaded. */
  published: SpinnerVersion | undefined
  /** The number of faults in the steps that prevent publishing the spinner. */
  faults: number
  onProblem: (error: unknown) => void
}) {
  const name = useDraftPart(draft, ({ edited }) => edited.name)
  const spinner = useDraftPart(draft, ({ stored }) => stored.spinner)
  const differs = useDraftPart(draft, differsFromPublished)
  return (
    <PageHeader
      name={name}
      title={<EditableName name={name} onChange={(changed) => draft.edit({ name: changed })} />}
      above={<BackLink to="/spinners">{t('Spinners')}</BackLink>}
      description={
        <Stack gap={6} mt={4}>
          <TableOfSpinner table={table} />
          <Group gap="xs" role="status">
            <StatusBadge spinner={{ ...spinner, hasUnpublishedChanges: differs }} />
            {published !== undefined && differs && (
              <ChangesButton published={published} draft={draft} columns={columns} />
            )}
            {spinner.publishedVersion !== null && (
              <AnchorLink
                size="sm"
                underline="always"
                to="/spinners/$spinnerId"
                params={{ spinnerId: spinner.id }}
                search={{ view: 'steps' }}
              >
                {t('See results')}
              </AnchorLink>
            )}
          </Group>
        </Stack>
      }
      actions={<SpinnerActions draft={draft} faults={faults} columns={columns} onProblem={onProblem} />}
    />
  )
})
