import { Anchor, List, Text } from '@mantine/core'
import { isProblem } from '../../api/problem.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import { messageOf } from '../message/message-of.ts'
import { inWords, labelOfPointer } from '../names/field-labels.ts'
import { timeToTheMinute } from '../time/exact-time.ts'

/** Shows the details of an API error: its single errors, a link to documentation, and the request id. */
export function ProblemText({ error }: { error: unknown }) {
  if (!isProblem(error)) return null
  const { message: said, type, requestId, resetsAt } = error.problem
  // Leaves out errors that say nothing more than the message of the problem: with the same message, or a single one
  // without a message and a column.
  const { errors: all = [] } = error.problem
  const title = messageOf(error)
  const errors = all.filter(({ message, column }) => {
    if (message === undefined && column === undefined) return all.length > 1
    return message !== said && (message === undefined || !title.includes(inWords(message)))
  })
  return (
    <>
      {errors.length > 0 && (
        <List size="sm" my={4}>
          {errors.map(({ pointer, column, code, message, suggestion }) => (
            <List.Item key={`${pointer} ${code} ${column ?? ''}`}>
              {[labelOfPointer(pointer), column].filter(Boolean).join(' ')} {inWords(message ?? code)}
              {suggestion !== undefined && t('; did you mean “{suggestion}”?', { suggestion })}
            </List.Item>
          ))}
        </List>
      )}
      {typeof resetsAt === 'string' && (
        <Text size="sm">{t('Resets {time}.', { time: timeToTheMinute(resetsAt) })}</Text>
      )}
      <Text size="xs" c="dimmed">
        {rich('<link>What this error means</link> · Request {requestId}', {
          link: <Anchor href={type} target="_blank" inherit underline="always" />,
          requestId,
        })}
      </Text>
    </>
  )
}
