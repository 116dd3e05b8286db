import type { InformationTab } from './information.ts'

// The texts that come with the hub, in Markdown, until an owner writes others. What the hub knows better, such as the number of players
// or the amount of a reward, is not in them: the page shows it live above each text.

const server = `# About the server

This is a server of The Isle, Evrima. Dinosaurs grow at **3X** the usual rate and there are few rules, so you spend your time playing.

- **Be fair.** No cheating, no exploiting of bugs, no insults.
- **Keep your pack small.** See the limits above. Mixed packs of carnivores and herbivores aren't allowed.
- **Follow what staff say.** If you disagree, ask afterwards.

# Each day and week

- The daily bonus and the daily challenges begin at 00:00 UTC.
- Weekly challenges begin on Monday at 00:00 UTC.
- Restarts are announced in the game before they happen.

[Open the live map](/map) or [see the next events](/events).`

const guides = `# Growing up

1. Choose a species that suits you. Small ones grow fast and hide well.
2. Eat and drink before you need to. An animal that is hungry or thirsty is slow to flee.
3. Rest in cover, away from water, where hunters wait.
4. Your [profile](/profile) shows your growth and when you are likely to be fully grown.

# Packs

- Create a pack on the [live map](/map) and give its code to your friends.
- Pack members who share their location see each other on the map.
- Mark a spot with a ping: food, water, danger, or a place to meet.

# The map

- Turn layers on and off to see regions, water and heat.
- Only you and those you share with see where you are.

# What the hub sends into the game

When you redeem something, it goes on its way to the game. The receipt shows each step. If it's not clear whether it arrived, nothing is lost: staff will look into it and settle it.

# Dangers

- Deep water hides Deinosuchus.
- Nights are dark. Stay close to your pack.
- A noisy fight draws everything nearby.`

const economy = `# How to earn

- Visit each day for the daily bonus.
- Answer the [trivia](/games) of the day.
- Complete [challenges](/games) and take part in [events](/events).
- Unlock achievements. Each pays once.
- Sell a dinosaur on the [market](/market).

# What to buy

- Dinosaurs in the [shop](/shop). They wait in your [inventory](/inventory) until you redeem them.
- Perks, weather and messages in the [player shop](/player-shop).
- Skins in the [designer](/skins).

# Tips

1. Compare with the usual price before you buy on the market.
2. Watch a species and wait for a good listing.
3. Keep some currency back for a perk when you need it.
4. Grow a dinosaur yourself, park it, and sell it.

Void Pearls pay for what the hub sells. Razor Talons and Sylvan Shards come from play and trade.`

const community = `# Achievements

- **Predator**: for hunters and fighters.
- **Herbivore**: for those who graze, guard and travel.
- **Survival**: for long lives and time on the island.

# Leaderboards

There are four: K/D Ratio, Razor Talons, Sylvan Shards and Play Time. [See who leads](/leaderboards).

# Community events

- **Night Hunt**: predators hunt by moonlight, prey hides.
- **Migration Madness**: herds cross the island together and try to arrive in full.
- **King of the Hill**: hold the hill for as long as you can.
- **Screenshot Contests**: the best picture of the week wins.

[See what is planned](/events).`

const technical = `# Signing in with Steam

You sign in on Steam's own page. The hub never sees your password: Steam tells it your public ID and nothing more. Link Discord on your [profile](/profile) if you like.

# What this website does

- A live map with packs, pings and trails.
- Shop, inventory, market and skins.
- Events, challenges, trivia, achievements and leaderboards.

# If something doesn't work

1. **Your dinosaur is missing.** Link Steam on your [profile](/profile), then join the server. Readings take a few seconds.
2. **The page says that it can't reach the hub.** It tries again by itself, and sends your changes then.
3. **Something you redeemed hasn't arrived.** Open its receipt on [Redeem](/redeem).
4. **Anything else.** Reload the page, then ask staff.

# Updates

- **v2.1.0**: live events with countdowns, notifications, friends, and this page.
- **v2.0.0**: the new live map, the market, and an inventory that lasts.

# Browsers

The site is meant for Chrome 90+, Firefox 88+, Safari 14+ and Edge 90+. This release needs web features that arrived with Chrome 120, Firefox 121, Safari 17.4 and Edge 120. In older browsers some pages don't work. Above, you can see whether yours has what the site needs.`

export const defaultTexts: Readonly<Record<InformationTab, string>> = { server, guides, economy, community, technical }
