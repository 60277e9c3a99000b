import { List, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ExistingRecords, PublishPreview, RecipientMove } from '../../../api/schema.ts'
import type { PublishRequest } from '../../../api/spinner/spinners.ts'
import { FormFooter } from '../../../components/dialog/form-footer.tsx'

const obstacles: Readonly<Record<RecipientMove['immovable'][number]['code'], string>> = {
  STEP_CHANGED: 'their step or an earlier step has changed',
  FAILED_STEP_CHANGED: 'they failed at a step that has changed, so they could not be retried',
  AT_WORK: 'Spindle is processing these people now; try again in a moment',
  DATA_MISSING: 'this version requires data that the trigger of their job did not send',
  AUDIENCE_CHANGED: 'this version takes other records of the table',
  SAME_JOB: 'other people in their job cannot move, and a job moves as a whole',
}

/**
 * Asks before publishing whether people in jobs of earlier versions continue with the new version. For a
 * spinner that starts on records, asks also about the records that are already in the table.
 */
export function PublishDialog({
  foreseen: { movable, immovable, existingRecords },
  onPublish,
  onClose,
}: {
  foreseen: PublishPreview
  onPublish: (choice: Pick<PublishRequest, 'moveRecipients' | 'existingRecords'>) => void
  onClose: () => void
}) {
  const [recipientsChoice, setRecipientsChoice] = useState<'stay' | 'along'>('stay')
  const [choice, setChoice] = useState<ExistingRecords['choice']>(existingRecords?.choice ?? 'exclude')
  const people = movable + sumOf(immovable)
  const there = existingRecords?.count ?? 0
  const moveRecipients = recipientsChoice === 'along'
  return (
    <Modal opened onClose={onClose} title="Publish" size="lg">
      <Stack gap="md">
        {there > 0 && <ExistingChoice count={there} choice={choice} onChange={setChoice} />}
        {people > 0 && (
          <>
            <Text size="sm">{peopleInJobs(people)} New jobs run the version that you publish.</Text>
            <Radio.Group
              label="What happens to people in running jobs"
              value={recipientsChoice}
              onChange={setRecipientsChoice}
            >
              <Stack gap="xs" mt="xs">
                <Radio
                  value="stay"
                  label="Keep people in the version of their job"
                  description="People in running jobs continue with the version that their job runs now."
                />
                <Radio
                  value="along"
                  disabled={movable === 0}
                  label={`Move people to the new version (${movable.toLocaleString('en')})`}
                  description={
                    movable === 0
                      ? 'No person in a running job can continue with the new version.'
                      : 'People in running jobs continue with the new version from their current step; nothing is sent twice.'
                  }
                />
              </Stack>
            </Radio.Group>
          </>
        )}
        {immovable.length > 0 && <CannotMove immovable={immovable} />}
        <FormFooter
          onCancel={onClose}
          onAction={() => onPublish({ moveRecipients, existingRecords: there > 0 ? choice : null })}
        >
          {there > 0 && choice === 'include'
            ? there === 1
              ? 'Publish and include 1 record'
              : `Publish and include ${there.toLocaleString('en')} records`
            : moveRecipients
              ? 'Publish and move people'
              : 'Publish'}
        </FormFooter>
      </Stack>
    </Modal>
  )
}

function CannotMove({ immovable }: Pick<RecipientMove, 'immovable'>) {
  const count = sumOf(immovable)
  return (
    <div>
      <Text size="sm" fw={500}>
        {count === 1
          ? 'One person cannot move to the new version:'
          : `${count.toLocaleString('en')} people cannot move to the new version:`}
      </Text>
      <List size="sm" mt={4}>
        {immovable.map(({ code, count: here }) => (
          <List.Item key={code}>
            {here.toLocaleString('en')}: {obstacles[code]}
          </List.Item>
        ))}
      </List>
    </div>
  )
}

function sumOf(immovable: RecipientMove['immovable']): number {
  return immovable.reduce((sum, { count }) => sum + count, 0)
}

function ExistingChoice({
  count,
  choice,
  onChange,
}: ExistingRecords & { onChange: (choice: ExistingRecords['choice']) => void }) {
  const records = count === 1 ? '1 record' : `${count.toLocaleString('en')} records`
  return (
    <>
      <Text size="sm">
        This spinner starts automatically when records arrive. Its table already has {records} that it has not
        processed.
      </Text>
      <Radio.Group label="What happens to records already in the table" value={choice} onChange={onChange}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="exclude"
            label="Take only records that arrive from now on"
            description="The records that are already in the table are skipped and get no message."
          />
          <Radio
            value="include"
            label={`Also take the records that are already in the table (${count.toLocaleString('en')})`}
            description="The first job after publishing writes to all of these records."
          />
        </Stack>
      </Radio.Group>
    </>
  )
}

function peopleInJobs(count: number): string {
  return count === 1
    ? 'One person is in a running job of an earlier version of this spinner.'
    : `${count.toLocaleString('en')} people are in running jobs of earlier versions of this spinner.`
}
