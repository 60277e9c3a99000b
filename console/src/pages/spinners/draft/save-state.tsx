import { Group, Text } from '@mantine/core'
import { CircleAlert, CloudCheck, CloudUpload } from 'lucide-react'
import { messageOf } from '../../../components/message/message-of.ts'
import { changesOf, type DraftState, isConflict, isUnsaved } from './draft-state.ts'

/**
 * Shows whether the draft is saved, and if not, why. Screen readers announce only problems, because "Saved"
 * after each pause in typing would disturb.
 */
export function SaveState({ state }: { state: DraftState }) {
  const [Icon, words] = wordsOf(state)
  const isFault = Icon === CircleAlert
  return (
    <Group gap={6} wrap="nowrap" role="group" aria-label="Save state of the spinner">
      <Icon size={16} aria-hidden style={{ flex: 'none' }} />
      <Text size="sm" c="dimmed">
        {!isFault && words}
        <span role="status">{isFault && words}</span>
      </Text>
    </Group>
  )
}

function wordsOf(state: DraftState): readonly [typeof CloudCheck, string] {
  const { edited, saving, failure } = state
  if (isConflict(state)) return [CircleAlert, 'Not saved: this spinner was changed elsewhere.']
  if (saving) return [CloudUpload, 'Saving…']
  if (!isUnsaved(state)) return [CloudCheck, 'Saved']
  if (failure !== null && failure.of === edited)
    return [CircleAlert, `Not saved: ${messageOf(failure.error)}`]
  if (changesOf(state) !== null) return [CloudUpload, 'Saving…']
  if (edited.name.trim() === '') return [CircleAlert, 'Not saved: the spinner needs a name.']
  return [CircleAlert, 'The spinner is not saved yet: correct the marked settings below.']
}
