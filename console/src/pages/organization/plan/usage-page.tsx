import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  organizationQuery,
  plansQuery,
  usageQuery,
  useChangePlan,
} from '../../../api/account/organization.ts'
import { useIsOwner } from '../../../api/account/session.ts'
import type { Plan, Usage } from '../../../api/schema.ts'
import { spinnersQuery } from '../../../api/spinner/spinners.ts'
import { dataTablesQuery } from '../../../api/table/data-tables.ts'
import { askToConfirm } from '../../../components/dialog/ask-to-confirm.tsx'
import { Loaded } from '../../../components/loading/loaded.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { dateFormat } from '../../../components/time/date-format.ts'
import { t } from '../../../languages/text.ts'
import { HeldForPlanNotice } from '../../arrivals/admission/held-for-plan-notice.tsx'
import { MeterCard } from './meter-card.tsx'
import { PlanCard } from './plan-card.tsx'

export function UsagePage() {
  const usage = useQuery({ ...usageQuery, refetchInterval: 5_000 })
  const organization = useQuery(organizationQuery)
  const plans = useQuery(plansQuery)
  return (
    <>
      <PageHeader
        title={t('Usage and plan')}
        description={t(
          'Records and jobs count per calendar month (UTC), from the API and the console. Deleting records or cancelling jobs does not lower the count.',
        )}
      />
      <HeldForPlanNotice />
      <Stack gap="xl">
        <Loaded query={usage}>
          {(used) => <ThisMonth usage={used} limits={organization.data?.plan.limits} />}
        </Loaded>
        <Loaded query={plans}>
          {({ items, allowsPlanChange }) => (
            <Plans plans={items} allowsPlanChange={allowsPlanChange} presentId={organization.data?.plan.id} />
          )}
        </Loaded>
      </Stack>
    </>
  )
}

function ThisMonth({
  usage: { meters, resetsAt },
  limits,
}: {
  usage: Usage
  /** The limits of the plan; undefined while they are loading. */
  limits: Plan['limits'] | undefined
}) {
  const dataTables = useQuery(dataTablesQuery)
  const spinners = useQuery(spinnersQuery)
  return (
    <section aria-labelledby="usage">
      <Group justify="space-between" align="baseline" mb="sm">
        <Title order={2} id="usage">
          {t('This month')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('Resets on {date}', {
            date: dateFormat({ dateStyle: 'long', timeZone: 'UTC' }).format(new Date(resetsAt)),
          })}
        </Text>
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        {meters.map(({ meter, used, limit }) => (
          <MeterCard
            key={meter}
            name={meter === 'records' ? t('Records') : t('Jobs')}
            used={used}
            limit={limit}
          />
        ))}
        <MeterCard
          name={t('Data tables')}
          used={dataTables.data?.length}
          limit={limits?.dataTables ?? null}
        />
        <MeterCard name={t('Spinners')} used={spinners.data?.length} limit={limits?.spinners ?? null} />
      </SimpleGrid>
    </section>
  )
}

function Plans({
  plans,
  allowsPlanChange,
  presentId,
}: {
  plans: readonly Plan[]
  /** Whether owners change the plan themselves, instead of the operator. */
  allowsPlanChange: boolean
  /** The id of the organization's plan; undefined while it is loading. */
  presentId: string | undefined
}) {
  const change = useChangePlan()
  const isOwner = useIsOwner()
  const confirmChange = (plan: Plan) =>
    askToConfirm({
      title: t('Move to {name}?', { name: plan.name }),
      text: (
        <>
          {plan.hasApiKeys
            ? t('Everything in your organization stays. The limits of the new plan apply from now on.')
            : t(
                'Everything in your organization stays. This plan has no API keys: existing keys stop working at once.',
              )}
        </>
      ),
      action: t('Move to {name}', { name: plan.name }),
      onConfirm: () => change.mutate(plan.id),
    })
  return (
    <section aria-labelledby="plans">
      <Title order={2} id="plans" mb="sm">
        {t('Plans')}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        {plans.map((plan) => {
          const present = plan.id === presentId
          return (
            <PlanCard key={plan.id} plan={plan} present={present}>
              {allowsPlanChange && isOwner && !present && (
                <Button variant="default" onClick={() => confirmChange(plan)} loading={change.isPending}>
                  {t('Move to {name}', { name: plan.name })}
                </Button>
              )}
            </PlanCard>
          )
        })}
      </SimpleGrid>
      {!(allowsPlanChange && isOwner) && (
        <Paper withBorder p="md" mt="md">
          <Text size="sm" c="dimmed">
            {allowsPlanChange
              ? t('An owner of the organization moves the organization to another plan.')
              : t('The operator of this service moves organizations to another plan.')}
          </Text>
        </Paper>
      )}
    </section>
  )
}
