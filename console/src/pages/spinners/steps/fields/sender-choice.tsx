import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { sendersQuery } from '../../../../api/sender/senders.ts'
import { t } from '../../../../languages/text.ts'

/** Chooses the senders of an e-mail; without a choice the default sender is used. */
export const SenderChoice = memo(function SenderChoice({
  senders,
  fault,
  onChange,
}: {
  senders: readonly string[]
  fault: string | undefined
  onChange: (senders: string[]) => void
}) {
  const query = useQuery(sendersQuery)
  const known = query.data?.items ?? []
  // Lists disconnected senders too, so that the user can remove them from the step.
  const gone =
    query.data === undefined ? [] : senders.filter((id) => known.every((sender) => sender.id !== id))
  if (known.length === 0 && senders.length === 0) return null
  return (
    <MultiSelect
      label={t('Senders')}
      description={t(
        'Several senders share the messages by their remaining daily limits. Each person keeps the same sender.',
      )}
      placeholder={senders.length === 0 ? t('The organization’s default sender') : undefined}
      data={[
        ...known.map(({ id, name, readableAddress }) => ({
          value: id,
          label: `${name} <${readableAddress}>`,
        })),
        ...gone.map((id) => ({ value: id, label: t('A deleted sender') })),
      ]}
      maxValues={20}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Remove all senders') }}
      error={fault}
      value={[...senders]}
      onChange={onChange}
    />
  )
})
