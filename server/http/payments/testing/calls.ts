import { createHash, createHmac } from 'node:crypto'

// What the services send, in the form of their documentation, with the fields that the hub must not keep.

export const kofiToken = 'token-of-kofi-1'
export const tebexSecret = 'secret-of-tebex-1'
export const patreonSecret = 'secret-of-patreon-1'

interface Call {
  readonly path: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

export function kofiCall(changes: object = {}): Call {
  const data = {
    verification_token: kofiToken,
    message_id: '3a1fac0c-f960-4506-a60e-824979a74e74',
    timestamp: '2026-01-01T13:04:30Z',
    type: 'Donation',
    is_public: true,
    from_name: 'Jo Example',
    message: 'Good luck!',
    amount: '3.00',
    url: 'https://ko-fi.com/Home/CoffeeShop?txid=0a1fac0c',
    email: 'jo.example@example.com',
    currency: 'EUR',
    is_subscription_payment: false,
    is_first_subscription_payment: false,
    kofi_transaction_id: '0a1fac0c-f960-4506-a60e-824979a74e74',
    shop_items: null,
    tier_name: null,
    shipping: null,
    discord_username: null,
    discord_userid: null,
    ...changes,
  }
  const body = new URLSearchParams({ data: JSON.stringify(data) }).toString()
  return { path: '/api/donations/kofi', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
}

export function tebexCall(changes: object = {}, subject: object = {}): Call {
  const body = JSON.stringify({
    id: '9d2a4c1e-0000-4000-8000-000000000001',
    type: 'payment.completed',
    date: '2026-01-01T13:04:30+00:00',
    subject: {
      transaction_id: 'tbx-1000a1000-ab1234',
      status: { id: 1, description: 'Complete' },
      payment_sequence: 'oneoff',
      price: { amount: 9.99, currency: 'GBP' },
      price_paid: { amount: 9.99, currency: 'GBP' },
      customer: {
        first_name: 'Jo',
        last_name: 'Example',
        email: 'jo.example@example.com',
        ip: '127.0.0.1',
        username: { id: '76561198000000001', username: 'Jo' },
        country: 'GB',
        postal_code: '000 000',
      },
      products: [{ id: 1, name: 'Support', quantity: 1 }],
      ...subject,
    },
    ...changes,
  })
  const hash = createHash('sha256').update(body).digest('hex')
  const signature = createHmac('sha256', tebexSecret).update(hash).digest('hex')
  return {
    path: '/api/donations/tebex',
    body,
    headers: { 'content-type': 'application/json', 'x-signature': signature },
  }
}

export function patreonCall(attributes: object = {}): Call {
  const body = JSON.stringify({
    data: {
      id: '03ca69c3-ebea-4b9a-8fac-e4a837873254',
      type: 'member',
      attributes: {
        full_name: 'Jo Example',
        email: 'jo.example@example.com',
        note: '',
        patron_status: 'active_patron',
        currently_entitled_amount_cents: 500,
        lifetime_support_cents: 500,
        last_charge_date: '2026-01-01T13:04:30.000+00:00',
        last_charge_status: 'Paid',
        ...attributes,
      },
      relationships: { user: { data: { id: '32187', type: 'user' } } },
    },
    included: [
      { id: '12345', type: 'campaign', attributes: { creation_name: 'online communities' } },
      { id: '32187', type: 'user', attributes: { social_connections: { discord: { user_id: '123456789012345678' } } } },
    ],
  })
  const signature = createHmac('md5', patreonSecret).update(body).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-patreon-event': 'members:pledge:create',
    'x-patreon-signature': signature,
  }
  return { path: '/api/donations/patreon', body, headers }
}
