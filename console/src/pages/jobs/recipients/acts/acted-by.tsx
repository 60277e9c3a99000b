import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '../../../../api/account/team.ts'
import { Moment } from '../../../../components/time/moment.tsx'
import { rich } from '../../../../languages/rich.ts'
import { t } from '../../../../languages/text.ts'

/** Says who acted on a recipient, and when. */
export function ActedBy({
  at,
  userId,
}: {
  at: string
  /** The id of the user; absent if an API key acted. */
  userId: string | number | undefined
}) {
  const isUser = typeof userId === 'string'
  const { data: members } = useQuery({ ...membersQuery, enabled: isUser })
  if (isUser && members === undefined) return null
  const name = members?.find(({ id }) => id === userId)?.name ?? t('a former member')
  return (
    <Text size="xs" c="dimmed" component="div">
      {isUser
        ? rich('By {name}, {moment}', { name, moment: <Moment at={at} /> })
        : rich('By an API key, {moment}', { moment: <Moment at={at} /> })}
    </Text>
  )
}
