import { Group, Text } from '@mantine/core'
import { CircleAlert, CloudCheck, CloudUpload } from 'lucide-react'
import { messageOf } from '../../../components/message/message-of.ts'
import { t } from '../../../languages/text.ts'
import type { Draft } from './draft.ts'
import { changesOf, type DraftState, isConflict, isUnsaved } from './draft-state.ts'
import { useDraftPart } from './use-draft.ts'

/**
 * Shows whether the draft is saved, and if not, why. Screen readers announce only problems, because "Saved"
 * after each pause in typing would disturb.
 */
export function SaveState({ draft }: { draft: Draft }) {
  const status = useDraftPart(draft, (state) => wordsOf(state)[0])
  const words = useDraftPart(draft, (state) => wordsOf(state)[1])
  const isFault = status === 'fault'
  return (
    <Group gap={6} wrap="nowrap" role="group" aria-label={t('Save state of the spinner')}>
      {status === 'fault' && <CircleAlert size={16} aria-hidden style={{ flex: 'none' }} />}
      {status === 'saving' && <CloudUpload size={16} aria-hidden style={{ flex: 'none' }} />}
      {status === 'saved' && <CloudCheck size={16} aria-hidden style={{ flex: 'none' }} />}
      <Text size="sm" c="dimmed">
        {!isFault && words}
        <span role="status">{isFault && words}</span>
      </Text>
    </Group>
  )
}

function wordsOf(state: DraftState): readonly ['fault' | 'saving' | 'saved', string] {
  const { edited, saving, failure } = state
  if (isConflict(state)) return ['fault', t('Not saved: this spinner was changed elsewhere.')]
  if (saving) return ['saving', t('Saving…')]
  if (!isUnsaved(state)) return ['saved', t('Saved')]
  if (failure !== null && failure.of === edited)
    return ['fault', t('Not saved: {message}', { message: messageOf(failure.error) })]
  if (changesOf(state) !== null) return ['saving', t('Saving…')]
  if (edited.name.trim() === '') return ['fault', t('Not saved: the spinner needs a name.')]
  return ['fault', t('The spinner is not saved yet: correct the marked settings below.')]
}
