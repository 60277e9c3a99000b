import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { senderPoolsQuery } from '../../api/sender/sender-pools.ts'
import { t } from '../../languages/text.ts'

/**
 * Chooses the pool of a sender. Shows nothing if there is nothing to choose: the organization has no pools, and the
 * sender is in none that was deleted meanwhile.
 */
export function PoolSelect({
  poolId,
  onChange,
}: {
  poolId: string | null
  onChange: (poolId: string | null) => void
}) {
  const { data } = useQuery(senderPoolsQuery)
  if (data === undefined) return null
  const pools = data.items
  if (pools.length === 0 && poolId === null) return null
  const offered = pools.map(({ id, name }) => ({ value: id, label: name }))
  const isGone = poolId !== null && !pools.some(({ id }) => id === poolId)
  return (
    <Select
      label={t('Pool')}
      description={t('The limit for 24 hours that the sender shares with other senders.')}
      allowDeselect={false}
      data={[
        { value: '', label: t('No pool') },
        ...offered,
        ...(isGone ? [{ value: poolId, label: t('Deleted pool'), disabled: true }] : []),
      ]}
      value={poolId ?? ''}
      onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
    />
  )
}
