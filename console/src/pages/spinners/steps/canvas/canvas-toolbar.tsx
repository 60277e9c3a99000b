import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { Redo2, Undo2 } from 'lucide-react'
import { isApple } from '../../../../components/keys/is-apple.ts'
import { t } from '../../../../languages/text.ts'
import type { Draft } from '../../draft/draft.ts'
import { useDraftPart } from '../../draft/use-draft.ts'
import type { StepActions } from './step-actions.ts'

/** Buttons that undo and redo changes of the steps. */
export function CanvasToolbar({ draft, actions }: { draft: Draft; actions: StepActions }) {
  const canUndo = useDraftPart(draft, (state) => state.canUndo)
  const canRedo = useDraftPart(draft, (state) => state.canRedo)
  const ctrl = isApple ? '⌘' : 'Ctrl+'
  return (
    <Group gap={2} wrap="nowrap">
      <Tooltip label={t('Undo the last change of the steps ({ctrl}Z)', { ctrl })}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Undo the last change of the steps')}
          disabled={!canUndo}
          onClick={actions.undo}
        >
          <Undo2 size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip
        label={
          isApple ? t('Redo the change of the steps (⇧⌘Z)') : t('Redo the change of the steps (Ctrl+Shift+Z)')
        }
      >
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Redo the change of the steps')}
          disabled={!canRedo}
          onClick={actions.redo}
        >
          <Redo2 size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
