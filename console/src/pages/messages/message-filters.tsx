import { useQuery } from '@tanstack/react-query'
import {
  type MessageFilter,
  type MessageStatus,
  type Reaction,
  reactions,
} from '../../api/sender/messages.ts'
import { sendersQuery } from '../../api/sender/senders.ts'
import { spinnerQuery } from '../../api/spinner/spinners.ts'
import { AddressFilter } from '../../components/filter/address-filter.tsx'
import { FilterBar } from '../../components/filter/filter-bar.tsx'
import { FilterChip } from '../../components/filter/filter-chip.tsx'
import { FilterSelect } from '../../components/filter/filter-select.tsx'
import { SpinnerFilter } from '../../components/filter/spinner-filter.tsx'
import { TextFilter } from '../../components/filter/text-filter.tsx'
import { TimeFilters } from '../../components/filter/time-filters.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { oneOf, useSearchParam } from '../../components/search-param.ts'
import { wordsOfTemplate } from '../../components/template/parts-of-template.ts'
import { t } from '../../languages/text.ts'
import { stepsWithPlaces } from '../spinners/steps/branches.ts'
import { typeOf } from '../spinners/steps/types/step-types.ts'
import { messageStatuses } from './message-statuses.ts'

const wordsOfReaction: Readonly<Record<Reaction, string>> = {
  reply: t('Reply'),
  bounce: t('Bounce'),
  complaint: t('Complaint'),
}

/** The URL parameters of the filters of the message log. */
const params = [
  'email',
  'subject',
  'status',
  'spinnerId',
  'step',
  'senderId',
  'since',
  'until',
  'reaction',
  'reactedSince',
  'reactedUntil',
]
const states = Object.keys(messageStatuses) as MessageStatus[]

/** Returns the filter of the message log, which is kept in the page's URL. */
export function useMessageFilter(): MessageFilter {
  const [email] = useSearchParam('email')
  const [jobId] = useSearchParam('jobId')
  const [senderId] = useSearchParam('senderId')
  const [spinnerId] = useSearchParam('spinnerId')
  const [stepParam] = useSearchParam('step')
  const [subject] = useSearchParam('subject')
  const [since] = useSearchParam('since')
  const [until] = useSearchParam('until')
  const [written] = useSearchParam('status')
  const [reacted] = useSearchParam('reaction')
  const [reactedSince] = useSearchParam('reactedSince')
  const [reactedUntil] = useSearchParam('reactedUntil')
  const status = oneOf(states, written)
  const reaction = oneOf(reactions, reacted)
  const step = stepNumberIn(stepParam)
  return {
    ...(email && { email }),
    ...(jobId && { jobId }),
    ...(senderId && { senderId }),
    ...(spinnerId && { spinnerId }),
    ...(spinnerId && step !== null && { step }),
    ...(subject && { subject }),
    ...(since && { since }),
    ...(until && { until }),
    ...(status && { status }),
    ...(reaction && { reaction }),
    ...(reactedSince && { reactedSince }),
    ...(reactedUntil && { reactedUntil }),
  }
}

export function MessageFilters() {
  const { jobId, spinnerId, reaction, reactedSince, reactedUntil } = useMessageFilter()
  const hasReaction = [reaction, reactedSince, reactedUntil].some((value) => value !== undefined)
  const [, setJobId] = useSearchParam('jobId')
  const senders = useQuery(sendersQuery).data?.items ?? []
  return (
    <>
      <FilterBar params={params}>
        <AddressFilter label={t('Address')} />
        <TextFilter
          param="subject"
          label={t('Subject')}
          placeholder={t('Part of the subject')}
          action={t('Find the subject')}
        />
        <FilterSelect
          label={t('Status')}
          param="status"
          options={states.map((value) => ({ value, label: messageStatuses[value].word }))}
          everything={t('Show messages of every state')}
          maxWidth={180}
        />
        <SpinnerFilter everything={t('Show messages of every spinner')} />
        {spinnerId !== undefined && <StepFilter spinnerId={spinnerId} />}
        {senders.length > 0 && (
          <FilterSelect
            label={t('Sender')}
            param="senderId"
            options={senders.map(({ id, name, email }) => ({ value: id, label: name || email }))}
            everything={t('Show messages of every sender')}
            isSearchable
            maxWidth={240}
          />
        )}
        <TimeFilters from={t('From')} before={t('Before')} />
        <FilterSelect
          label={t('Response')}
          param="reaction"
          options={reactions.map((value) => ({ value, label: wordsOfReaction[value] }))}
          everything={t('Show messages with and without responses')}
          maxWidth={180}
        />
        {hasReaction && (
          <TimeFilters
            from={t('Response from')}
            before={t('Response before')}
            since="reactedSince"
            until="reactedUntil"
          />
        )}
      </FilterBar>
      {jobId !== undefined && (
        <FilterBar params={['jobId']}>
          <FilterChip label={t('One job')} everything={t('show all')} onClear={() => setJobId(undefined)} />
          <ButtonLink to="/jobs/$jobId" params={{ jobId }} variant="default">
            {t('Open the job')}
          </ButtonLink>
        </FilterBar>
      )}
    </>
  )
}

/** Restricts the list to a step of a spinner. The steps are named by the spinner's latest version. */
function StepFilter({ spinnerId }: { spinnerId: string }) {
  const steps = useQuery(spinnerQuery(spinnerId)).data?.steps ?? []
  return (
    <FilterSelect
      label={t('Step')}
      param="step"
      options={stepsWithPlaces(steps)
        .filter(({ step }) => typeOf(step).sends)
        .map(({ step, index, path }) => ({
          value: `s${index}`,
          label: `${path} ${wordsOfTemplate(typeOf(step).summaryOf(step))}`,
        }))}
      everything={t('Show messages of every step')}
      maxWidth={260}
    />
  )
}

/** Returns the number in a URL parameter such as "s2"; the letter keeps the router from reading it as a number. */
function stepNumberIn(param: string | undefined): number | null {
  return /^s\d{1,2}$/.test(param ?? '') ? Number(param?.slice(1)) : null
}
