import Purchases

/// The answers to customers in English, without their greeting: what is the case, then what the customer does next.
///
/// Kind, short, in everyday words; no number or code of ours that a customer could not know.
enum EnglishReplies {
    /// The answer to a situation.
    static func text(_ situation: ReplySituation) -> String {
        switch situation {
        case .lossOfFunds:
            """
            We are sorry: your payment[ of {amount}][ for {product}][ on {charged_on}] arrived, but what you bought did \
            not reach you. We are putting it right.

            You need not do anything: we give you what you paid for, and write to you as soon as it is there.
            """
        case .lossOfConsumable:
            """
            We are sorry: your payment[ of {amount}][ for {product}][ on {charged_on}] arrived, but what you bought did \
            not reach you. We are putting it right.

            You need not do anything: we credit it to your account, and write to you as soon as it is there.
            """
        case .inReview:
            """
            We found your purchase[ of {product}][ on {charged_on}], but not yet why it gives you nothing. We are looking \
            into it.

            You need not do anything: we write to you as soon as we know more.
            """
        case .invoiceNeeded:
            """
            We want to put your purchase[ of {product}][ on {charged_on}] right, and cannot quite tell yet what was \
            bought.

            Please send us the invoice that Apple sent you by e-mail: its order number begins with M.
            """
        case .undelivered:
            """
            Your payment[ of {amount}][ for {product}][ on {charged_on}] arrived, and the app is still fetching what you \
            bought. You need not buy it again.

            Please open the app once while you are online, and leave it open for a minute; if nothing has come by \
            tomorrow, answer this message and we see to it.
            """
        case .overdue:
            """
            We are sorry that you are still waiting: your payment[ of {amount}][ for {product}][ on {charged_on}] \
            arrived, and what you bought has not reached you yet. We are putting it right.

            You need not do anything, and need not buy it again: we give you what you paid for, and write to you as soon \
            as it is there.
            """
        case .overdueConsumable:
            """
            We are sorry that you are still waiting: your payment[ of {amount}][ for {product}][ on {charged_on}] \
            arrived, and what you bought has not reached you yet. We are putting it right.

            You need not do anything, and need not buy it again: we credit it to your account, and write to you as soon \
            as it is there.
            """
        case .notCharged:
            """
            Your purchase[ of {product}] was not completed, and the App Store has told us of no charge for it so far.

            Please look at the invoices that Apple sends you by e-mail; if one of them shows the charge, send it to us: \
            its order number begins with M.
            """
        case .delivered:
            """
            Your purchase[ of {product}][ on {charged_on}] has arrived.

            Please open the app; if you do not see it there, tap “Restore Purchases”.
            """
        case .deliveredLate:
            """
            We are sorry that you had to wait: your purchase[ of {product}][ on {charged_on}] has arrived by now.

            Please open the app; if you do not see it there, tap “Restore Purchases”.
            """
        case .openApp:
            """
            Your purchase[ of {product}][ on {charged_on}] has arrived, and the app only has to complete it.

            Please open the app once while you are online.
            """
        case .undecided:
            """
            Apple has not told us yet whether your payment[ for {product}] went through. Perhaps somebody in your family \
            still has to approve it.

            Please wait until tomorrow before you try again.
            """
        case .restored:
            """
            What you restored[, {product},] is a purchase that you had made before. You were not charged again.

            You need not do anything: it stays yours.
            """
        case .testPurchase:
            """
            Your purchase[ of {product}] was made in a test version of the app. It cost nothing, and it does not count \
            in the app from the App Store.

            Please buy it in the app from the App Store; if you test for us, answer this message.
            """
        case .madeGood:
            """
            We are sorry for the trouble with your purchase[ of {product}][ on {charged_on}]. We have made it good[: you \
            have {entitlement}][ until {until}].

            Please open the app once while you are online, and it is there.
            """
        case .credited:
            """
            We are sorry for the trouble with your purchase[ of {product}][ on {charged_on}]. We have credited it to \
            your account.

            Please open the app once while you are online, and it is there.
            """
        case .refunded:
            """
            Apple has given you the money[ for {product}] back. It can take some days until you see it.

            If you want to go on, you can buy it again in the app at any time.
            """
        case .refundedBefore:
            """
            Apple gave you the money[ for {product}] back[ on {since}]. It should have reached you by now; if you do not \
            see it, please ask your bank about it.

            If you want to go on, you can buy it again in the app at any time.
            """
        case .superseded:
            """
            Your first try to buy[ {product}] was not completed, but the purchase went through soon after it.

            Please open the app while you are online; if you do not see your purchase there, tap “Restore Purchases”, or \
            answer this message.
            """
        case .duplicate:
            """
            We are already seeing to this purchase: your message and an earlier one are about the same.

            You need not do anything: you get one answer to both.
            """
        case .writtenOff:
            """
            We have looked into your purchase[ of {product}][ on {charged_on}] and are sorry that we cannot put it right \
            ourselves.

            Please ask Apple for the money back: reportaproblem.apple.com is the place for it.
            """
        case .closed:
            """
            We have looked into your purchase[ of {product}][ on {charged_on}] and closed your case[ {case}].

            If anything is still missing, please answer this message: then we look at it again.
            """
        case .active:
            """
            You have access[ to {entitlement}][ until {until}].

            Please open the app; if you do not see it there, tap “Restore Purchases”.
            """
        case .granted:
            """
            We have given you access[ to {entitlement}][ until {until}].

            Please open the app once while you are online, and it is there.
            """
        case .gracePeriod:
            """
            Your subscription could not be charged the last time. You keep your access[ to {entitlement}][ until \
            {until}], so that you have time to see to it.

            Please update your payment method before then: on your iPhone under Settings, your name, Payment & Shipping.
            """
        case .billingRetry:
            """
            Your subscription could not be charged the last time, and your access[ to {entitlement}] is paused until the \
            charge goes through.

            Please update your payment method: on your iPhone under Settings, your name, Payment & Shipping.
            """
        case .failingBeside:
            """
            You have access[ to {entitlement}][ until {until}], but your subscription could not be charged the last time.

            Please update your payment method if you want to keep the subscription: on your iPhone under Settings, your \
            name, Payment & Shipping.
            """
        case .expired:
            """
            Your access[ to {entitlement}] ended[ on {since}].

            If you have bought it again since, please tap “Restore Purchases” in the app; otherwise you can subscribe there \
            at any time.
            """
        case .expiredTurnedOff:
            """
            Your access[ to {entitlement}] ended[ on {since}], because renewal had been turned off.

            If you have bought it again since, please tap “Restore Purchases” in the app; otherwise you can subscribe there \
            at any time.
            """
        case .expiredBilling:
            """
            Your access[ to {entitlement}] ended[ on {since}], because Apple could not charge the renewal.

            Please update your payment method, on your iPhone under Settings, your name, Payment & Shipping; then \
            subscribe again in the app.
            """
        case .expiredPrice:
            """
            Your access[ to {entitlement}] ended[ on {since}], because a new price had not been agreed to.

            If you have bought it again since, please tap “Restore Purchases” in the app; otherwise you can subscribe there \
            at the new price at any time.
            """
        case .expiredProduct:
            """
            Your access[ to {entitlement}] ended[ on {since}], because what you had subscribed to is no longer for sale.

            Please look in the app for what there is now; if you have bought some of it since, tap “Restore Purchases” \
            there.
            """
        case .familyEnded:
            """
            Your access[ to {entitlement}] came from your family, which does not share it any more.

            Please talk to the person who organises your family’s purchases, or subscribe for yourself in the app.
            """
        case .otherAccount:
            """
            Your purchase belongs to another account of the app[ since {since}].

            Please sign in to the app with that account; if it is not yours, please answer this message.
            """
        case .upgraded:
            """
            You changed to another plan, and it is on its way to us.

            Please wait a little; if you do not see it by tomorrow, tap “Restore Purchases” in the app.
            """
        case .upcoming:
            """
            Your access[ to {entitlement}] has not begun yet.[ It begins on {from}.]

            You need not do anything: it begins by itself.
            """
        case .grantEnded:
            """
            The access[ to {entitlement}] that we had given you ended[ on {since}].

            If something you paid for is still missing, please tell us what; otherwise you can subscribe in the app at any \
            time.
            """
        case .consumable:
            """
            We found your purchase[ of {product}][ on {charged_on}]. It is used up in the app and unlocks nothing that \
            lasts.

            If you are missing something, please tell us what is missing, and send us the invoice that Apple sent you by \
            e-mail.
            """
        case .noRecord:
            """
            We could not find a purchase of yours yet.

            Please send us the invoice that Apple sent you by e-mail: its order number begins with M.
            """
        case .restorePurchases:
            """
            Your access[ to {entitlement}] ended[ on {since}] as far as we know; perhaps a renewal has not reached us.

            Please open the app and tap “Restore Purchases”.
            """
        case .renewalOff:
            """
            Your access[ to {entitlement}] ends[ on {until}], because renewal is turned off.

            If you want to keep it, turn renewal on again on your iPhone under Settings, your name, Subscriptions; if \
            something was missing, please answer this message and tell us what.
            """
        case .priceIncrease:
            """
            The price of your subscription changes, and Apple asks whether you agree. Without your answer it ends[ on \
            {until}].

            Please agree on your iPhone under Settings, your name, Subscriptions, if you want to go on.
            """
        case .downgrade:
            """
            Your subscription changes to another plan at its next renewal[ on {until}].

            Please tell us if something was missing, so that we find the plan that fits you; until then you can change \
            it on your iPhone under Settings, your name, Subscriptions.
            """
        case .commitmentCancelled:
            """
            Your subscription is cancelled. It is paid for month by month over a fixed term[ that ends on \
            {committed_until}]: it does not renew after that, and until then it is charged every month.[ Still due: \
            {payments}.]

            You need not do anything: your access[ to {entitlement}] stays until the term ends.
            """
        case .refundWanted:
            """
            We understand that you want your money back[ for {product}]. Apple alone can refund what was bought in the \
            App Store.

            Please ask Apple for it: reportaproblem.apple.com is the place for it.
            """
        }
    }
}
