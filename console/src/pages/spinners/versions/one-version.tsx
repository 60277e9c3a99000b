import { Badge, Box, Button, Group, Paper, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { SpinnerVersion, VersionEntry } from '../../../api/schema.ts'
import { spinnerVersionQuery, useRestoreVersion } from '../../../api/spinner/spinners.ts'
import { Loaded } from '../../../components/loading/loaded.tsx'
import { showProblem } from '../../../components/problem/show-problem.tsx'
import { canonical } from '../../../components/settings/canonical.ts'
import { Moment } from '../../../components/time/moment.tsx'
import { offerUndo } from '../../../components/undo/offer-undo.tsx'
import { t } from '../../../languages/text.ts'
import { ChangesView, type Side } from '../changes/changes-view.tsx'
import type { Draft } from '../draft/draft.ts'
import { type DraftState, type Edited, settingsOf, stepsOf } from '../draft/draft-state.ts'

/** Shows one published version, and what restoring it would change in the draft. */
export function OneVersion({
  entry: { version, publishedAt, isCurrent },
  draft,
  state,
  onRestored,
}: {
  entry: VersionEntry
  draft: Draft
  state: DraftState
  onRestored: () => void
}) {
  const [open, setOpen] = useState(false)
  const body = useId()
  const { id } = state.stored.spinner
  const frozen = useQuery({ ...spinnerVersionQuery(id, version), enabled: open })
  const restoreVersion = useRestoreVersion(version)
  const restore = useMutation({
    mutationFn: () => draft.exchange(restoreVersion),
    onSuccess: (before) => {
      onRestored()
      // Offers an undo, because the draft that the version replaced is stored nowhere else.
      offerUndo({
        id: `restored-${version}`,
        autoClose: 15_000,
        role: 'status',
        text: t('The draft is version {version} again.', { version }),
        onUndo: () =>
          void draft
            .bringBack(before)
            .catch((error: unknown) => showProblem(error, t('The former draft was not restored'))),
      })
    },
  })
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <Paper withBorder p="sm" component="li">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text fw={600} size="sm">
            {t('Version {version}', { version })}
          </Text>
          {isCurrent && (
            <Badge variant="outline" color="teal" tt="none">
              {t('Published')}
            </Badge>
          )}
          <Text size="sm" c="dimmed">
            {publishedAt !== null && <Moment at={publishedAt} />}
          </Text>
        </Group>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={open}
          aria-controls={open ? body : undefined}
          aria-label={t('Compare with the draft: version {version}', { version })}
          rightSection={<Chevron size={14} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          {t('Compare with the draft')}
        </Button>
      </Group>
      {open && (
        <Box id={body} mt="sm">
          <Loaded query={frozen}>
            {(there) => (
              <Comparison
                version={there}
                edited={state.edited}
                isPending={restore.isPending}
                onRestore={() => restore.mutate()}
              />
            )}
          </Loaded>
        </Box>
      )}
    </Paper>
  )
}

/** Shows what restoring a version would change in the draft. */
function Comparison({
  version,
  edited,
  isPending,
  onRestore,
}: {
  version: SpinnerVersion
  edited: Edited
  isPending: boolean
  onRestore: () => void
}) {
  // Leaves the metadata columns out of the comparison with the version, because they belong to the table and
  // are not restored.
  const before: Side = { ...edited, steps: stepsOf(edited), columns: [] }
  const after: Side = { ...version, columns: [] }
  if (isSame(before, after))
    return (
      <Text size="sm" mb="xs">
        {t('The draft is the same as this version.')}
      </Text>
    )
  return (
    <>
      <Text size="sm" mb="xs">
        {t('If you go back to this version, the draft changes as follows:')}
      </Text>
      <ChangesView before={before} after={after} />
      <Group justify="flex-end" mt="sm">
        <Button
          size="sm"
          leftSection={<Undo2 size={16} aria-hidden />}
          loading={isPending}
          onClick={onRestore}
        >
          {t('Go back to version {version}', { version: version.version })}
        </Button>
      </Group>
    </>
  )
}

function isSame(before: Side, after: Side): boolean {
  const plain = (side: Side) =>
    canonical({ ...settingsOf(side), steps: side.steps, exits: side.exits.map(canonical).toSorted() })
  return plain(before) === plain(after)
}
