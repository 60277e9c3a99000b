import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Project } from '../../../api/schema.ts'
import {
  type CopyDirection,
  copyPreviewQuery,
  useCopyProject,
} from '../../../api/test-mode/project-copies.ts'
import { useEnterTestMode, useLeaveTestMode } from '../../../api/test-mode/test-mode.ts'
import { useReturnFocus } from '../../../components/dialog/use-return-focus.ts'
import { Loaded } from '../../../components/loading/loaded.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { t } from '../../../languages/text.ts'
import { CopyChanges } from './copy-changes.tsx'
import { copyWords } from './copy-words.ts'

/**
 * A dialog that shows the changes of a project's copy, copies after a confirmation, and links to the copied
 * project.
 */
export function CopyProject({
  project,
  direction,
  onClose,
}: {
  project: Project
  direction: CopyDirection
  onClose: () => void
}) {
  const words = copyWords[direction]
  const preview = useQuery(copyPreviewQuery(direction, project.id))
  const copy = useCopyProject(direction, project.id)
  const open = useOpenCopy(direction)
  const isSame = preview.data?.items.every(({ change }) => change !== 'new' && change !== 'changed') === true
  useReturnFocus()
  return (
    <Modal opened onClose={onClose} size="lg" title={words.title(project.name)}>
      <Stack>
        <Text size="sm" role="status">
          {copy.isSuccess ? words.done : isSame ? words.unchanged : words.explanation}
        </Text>
        {copy.isSuccess ? (
          <CopyChanges items={copy.data.items} />
        ) : (
          <Loaded query={preview}>{({ items }) => <CopyChanges items={items} />}</Loaded>
        )}
        {copy.isError && <ProblemAlert error={copy.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {copy.isSuccess ? t('Stay here') : t('Cancel')}
          </Button>
          {copy.isSuccess || isSame ? (
            <Button loading={open.isPending} onClick={() => open.mutate()}>
              {words.open}
            </Button>
          ) : (
            <Button disabled={!preview.isSuccess} loading={copy.isPending} onClick={() => copy.mutate()}>
              {words.confirm}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

/** Returns the action that opens a copied project: enters or leaves test mode, and shows the data tables. */
function useOpenCopy(direction: CopyDirection) {
  const navigate = useNavigate()
  const toTables = () => void navigate({ to: '/data-tables' })
  const enter = useEnterTestMode(toTables)
  const leave = useLeaveTestMode(toTables)
  return direction === 'copy-to-test' ? enter : leave
}
