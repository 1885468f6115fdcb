"""Calls every endpoint of the simulator with Apple's own client library, and verifies what it signs."""
import base64, json, sys, time, urllib.request
from appstoreserverlibrary.api_client import AppStoreServerAPIClient, APIException, GetTransactionHistoryVersion
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.ConsumptionRequest import ConsumptionRequest
from appstoreserverlibrary.models.DeliveryStatus import DeliveryStatus
from appstoreserverlibrary.models.ExtendReasonCode import ExtendReasonCode
from appstoreserverlibrary.models.ExtendRenewalDateRequest import ExtendRenewalDateRequest
from appstoreserverlibrary.models.MassExtendRenewalDateRequest import MassExtendRenewalDateRequest
from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.TransactionHistoryRequest import TransactionHistoryRequest
from appstoreserverlibrary.models.UpdateAppAccountTokenRequest import UpdateAppAccountTokenRequest
from appstoreserverlibrary.receipt_utility import ReceiptUtility
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier

address, folder, bundle, app = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
settings = open(folder + "/server.yaml").read()
value = lambda key: [l.split(": ", 1)[1].strip() for l in settings.splitlines() if l.strip().startswith(key + ":")][0]
key = open(folder + "/AuthKey.p8", "rb").read()
root = open(folder + "/root.der", "rb").read()

def control(command, **arguments):
    body = json.dumps(arguments).encode()
    with urllib.request.urlopen(urllib.request.Request(address + "/simulator/" + command, data=body)) as answer:
        return json.load(answer)

client = AppStoreServerAPIClient(key, value("key_id"), value("issuer_id"), bundle, Environment.PRODUCTION)
client._base_url = address + "/production"
verifier = SignedDataVerifier([root], False, Environment.PRODUCTION, bundle, app)

control("accounts", account="judge", app_account_token="7e3fb20b-4cdb-47cc-936d-99d65f608138")
trial = control("buy", account="judge", product="tea.monthly")
paid = control("buy", account="other", product="tea.yearly")
coins = control("buy", account="judge", product="tea.leaves", quantity=2)

def finish(transaction):
    path = "/production/inApps/v1/transactions/" + transaction["transaction_id"] + "/finish"
    token = {"Authorization": "Bearer " + client._generate_token()}
    urllib.request.urlopen(urllib.request.Request(address + path, data=b"", headers=token, method="POST")).close()

# What is not finished keeps its product from being bought again.
finish(coins)
for _ in range(24):
    finish(control("buy", account="judge", product="tea.leaves"))

info = verifier.verify_and_decode_signed_transaction(client.get_transaction_info(trial["transaction_id"]).signedTransactionInfo)
assert info.transactionId == trial["transaction_id"] and info.price == 0 and info.offerPeriod == "P7D", info
assert info.appAccountToken == "7e3fb20b-4cdb-47cc-936d-99d65f608138"

count, revision = 0, None
while True:
    page = client.get_transaction_history(trial["transaction_id"], revision, TransactionHistoryRequest(), GetTransactionHistoryVersion.V2)
    for signed in page.signedTransactions:
        verifier.verify_and_decode_signed_transaction(signed)
        count += 1
    revision = page.revision
    if not page.hasMore:
        break
assert count == 26, count

statuses = client.get_all_subscription_statuses(paid["transaction_id"])
last = statuses.data[0].lastTransactions[0]
renewal = verifier.verify_and_decode_renewal_info(last.signedRenewalInfo)
assert last.status == 1 and renewal.autoRenewStatus == 1 and renewal.renewalPrice == 99990, (last, renewal)
assert statuses.appAppleId == app and statuses.bundleId == bundle

order = client.look_up_order_id(paid["order_id"])
assert order.status == 0 and len(order.signedTransactions) == 1
assert client.look_up_order_id("MUNKNOWN00").status == 1

extended = client.extend_subscription_renewal_date(paid["original_transaction_id"], ExtendRenewalDateRequest(30, ExtendReasonCode.SERVICE_ISSUE_OR_OUTAGE, "r1"))
assert extended.success and extended.effectiveDate > 0
mass = client.extend_renewal_date_for_all_active_subscribers(MassExtendRenewalDateRequest(extendByDays=10, extendReasonCode=ExtendReasonCode.OTHER, requestIdentifier="r2", productId="tea.yearly", storefrontCountryCodes=["DEU"]))
assert mass.requestIdentifier == "r2"
done = client.get_status_of_subscription_renewal_date_extensions("r2", "tea.yearly")
assert done.complete and done.succeededCount == 1, done

client.send_consumption_information(coins["transaction_id"], ConsumptionRequest(customerConsented=True, deliveryStatus=DeliveryStatus.DELIVERED, sampleContentProvided=False))
client.set_app_account_token(trial["original_transaction_id"], UpdateAppAccountTokenRequest("7e3fb20b-4cdb-47cc-936d-99d65f608139"))
client.finish_transaction(coins["transaction_id"])
appTransaction = client.get_app_transaction_info(trial["transaction_id"])
assert verifier.verify_and_decode_app_transaction(appTransaction.signedAppTransactionInfo).bundleId == bundle

control("refund", transaction_id=paid["transaction_id"])
refunds = client.get_refund_history(paid["transaction_id"], None)
refunded = verifier.verify_and_decode_signed_transaction(refunds.signedTransactions[0])
assert refunded.revocationDate and refunded.revocationPercentage == 100000, refunded

token = client.request_test_notification().testNotificationToken
for _ in range(100):
    try:
        status = client.get_test_notification_status(token)
        break
    except APIException:
        time.sleep(0.1)
assert verifier.verify_and_decode_notification(status.signedPayload).notificationType == "TEST"
assert status.sendAttempts[0].sendAttemptResult is not None

now, types, page = int(time.time() * 1000), [], None
while True:
    history = client.get_notification_history(page, NotificationHistoryRequest(now - 86400000, now + 86400000))
    for item in history.notificationHistory:
        notification = verifier.verify_and_decode_notification(item.signedPayload)
        types.append(notification.rawNotificationType)
        if notification.data and notification.data.signedTransactionInfo:
            verifier.verify_and_decode_signed_transaction(notification.data.signedTransactionInfo)
        if notification.data and notification.data.signedRenewalInfo:
            verifier.verify_and_decode_renewal_info(notification.data.signedRenewalInfo)
    page = history.paginationToken
    if not history.hasMore:
        break
for wanted in ["SUBSCRIBED", "RENEWAL_EXTENDED", "RENEWAL_EXTENSION", "REFUND", "TEST"]:
    assert wanted in types, (wanted, types)

receipt = control("receipt", account="judge")["receipt"]
assert ReceiptUtility().extract_transaction_id_from_app_receipt(receipt) is not None

for work, code in [(lambda: client.get_transaction_info("1"), 4040010), (lambda: client.get_transaction_info("abc"), 4000006),
                   (lambda: client.extend_subscription_renewal_date(trial["original_transaction_id"], ExtendRenewalDateRequest(30, ExtendReasonCode.OTHER, "r3")), 4030004)]:
    try:
        work()
        raise SystemExit("no error %d" % code)
    except APIException as error:
        assert error.raw_api_error == code, error.raw_api_error
stranger = AppStoreServerAPIClient(key, "ANOTHERKEY", value("issuer_id"), bundle, Environment.PRODUCTION)
stranger._base_url = address + "/production"
try:
    stranger.request_test_notification()
    raise SystemExit("a stranger was let in")
except APIException as error:
    assert error.http_status_code == 401 and error.raw_api_error is None
print("judged", len(types), "notifications")
